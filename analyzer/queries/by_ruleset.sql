-- 按玩法: 各玩法皇帝一方胜、平、负几局, 独保几局, 加倍几局, 皇帝得多少分; percent 是有胜负或平局的局 (of_decided) 里胜的, 其余都数打完的局 (of_games), 它们又是全部牌局 (of_counted) 里的。
-- games that the emperor's side won, drew and lost, solos, doubled games and the emperor's points, by ruleset; percent is won of those with a winner or a draw (of_decided), the rest is of the finished games (of_games), these of all (of_counted).
WITH final AS (
    SELECT
        counted.ruleset,
        count(*) FILTER (finished AND winner = 'emperor') AS won,
        count(*) FILTER (finished AND winner = 'draw') AS drawn,
        count(*) FILTER (finished AND winner = 'rebels') AS lost,
        won + drawn + lost AS of_decided,
        percent(won, of_decided) AS percent,
        count(*) FILTER (finished AND counted.solo IS NOT NULL) AS solos,
        count(*) FILTER (finished AND doubled) AS doubled,
        coalesce(sum(scores[emperor]) FILTER (finished), 0)::BIGINT AS points,
        count(*) FILTER (finished) AS of_games,
        count(*) AS of_counted
    FROM counted JOIN (SELECT number, finished FROM seats WHERE seat = 1) USING (number)
    WHERE $ruleset::VARCHAR IS NULL OR counted.ruleset = $ruleset::VARCHAR
    GROUP BY counted.ruleset
    ORDER BY counted.ruleset
)
SELECT * FROM final
