-- 坐过的局: in how many games of the archive (of_games) a person sat, each game once, by verdict.
-- person: as in players.toml, else the name in the log; without it everybody.
WITH final AS (
    SELECT person, status, count(DISTINCT number) AS of_games
    FROM seats
    WHERE $person::VARCHAR IS NULL OR person = $person::VARCHAR
    GROUP BY person, status
    ORDER BY person, status
)
SELECT * FROM final
