-- 明保与暗保: 打完而不是独保的局里, 侍卫声明过的和没有声明的, 皇帝一方各胜、平、负几局; percent 是有胜负或平局的局 (of_decided) 里胜的, points 是皇帝在所有这些局 (of_games) 里的得分。
-- games that the emperor's side won, drew and lost with a guard that declared itself and with one that did not, of the finished games with a guard, no solos; percent is won of those with a winner or a draw (of_decided), points are the emperor's in all (of_games).
WITH chosen AS (
    SELECT number, winner, scores[emperor] AS score FROM finished
    WHERE emperor IS NOT NULL AND solo IS NULL AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
),
declared AS (
    SELECT DISTINCT number, true AS declared FROM plays
    WHERE kind = kind_of('declare') AND role = 2 AND stands = 1
),
final AS (
    SELECT
        CASE WHEN declared THEN 'open' ELSE 'secret' END AS guard,
        count(*) FILTER (winner = 'emperor') AS won,
        count(*) FILTER (winner = 'draw') AS drawn,
        count(*) FILTER (winner = 'rebels') AS lost,
        count(winner) AS of_decided,
        percent(won, of_decided) AS percent,
        sum(score)::BIGINT AS points,
        count(*) AS of_games
    FROM chosen LEFT JOIN declared USING (number)
    GROUP BY ALL
    ORDER BY guard
)
SELECT * FROM final
