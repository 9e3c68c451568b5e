-- 按座位: 各座位胜、平、负几局, 得多少分; percent 是有胜负或平局的局 (of_decided) 里胜的, mean 是该座位打完的局 (of_games) 每局的分。
-- games won, drawn and lost and the points made, by seat; percent is won of those that have a winner or a draw (of_decided), mean is points of all finished games in that seat (of_games).
WITH chosen AS (
    SELECT * FROM seats
    WHERE finished AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
),
final AS (
    SELECT
        seat,
        count(*) FILTER (outcome = 'won') AS won,
        count(*) FILTER (outcome = 'draw') AS drawn,
        count(*) FILTER (outcome = 'lost') AS lost,
        count(outcome) AS of_decided,
        percent(won, of_decided) AS percent,
        sum(score)::BIGINT AS points,
        count(*) AS of_games,
        round(points / of_games, 2) AS mean,
        min(score) AS worst,
        max(score) AS best
    FROM chosen
    GROUP BY seat
    ORDER BY seat
)
SELECT * FROM final
