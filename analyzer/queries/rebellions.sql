-- 造反: 造反成立之后、声明的人不够、没有造反, 革命党各胜、平、负几局; percent 是有胜负或平局的局 (of_decided) 里胜的, 全体是打完而有皇帝的局 (of_games)。
-- games that the rebels won, drew and lost after a rebellion that stood, after one that too few declared, and without one; percent is won of those with a winner or a draw (of_decided), of all finished games with an emperor (of_games).
WITH chosen AS (
    SELECT number, winner FROM finished
    WHERE emperor IS NOT NULL AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
),
declared AS (
    SELECT number, bit_or(known) & 4 > 0 AS stood FROM plays
    WHERE kind = kind_of('declare') AND role = 3 AND stands = 1
    GROUP BY number
),
final AS (
    SELECT
        CASE WHEN stood THEN 'stood' WHEN NOT stood THEN 'too few' ELSE 'none' END AS rebellion,
        count(*) FILTER (winner = 'rebels') AS won,
        count(*) FILTER (winner = 'draw') AS drawn,
        count(*) FILTER (winner = 'emperor') AS lost,
        count(winner) AS of_decided,
        percent(won, of_decided) AS percent,
        count(*) AS of_games
    FROM chosen LEFT JOIN declared USING (number)
    GROUP BY ALL
    ORDER BY rebellion
)
SELECT * FROM final
