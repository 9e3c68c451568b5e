-- 造反: games that the rebels won, drew and lost after a rebellion that stood, after one that too few declared, and without one; percent is won of those with a winner or a draw (of_decided), of all finished games with an emperor (of_games).
-- ruleset: its name.
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
