-- 坐过的局: 一个人在档案里坐过多少局 (of_games), 每局只算一次, 按判词。
-- in how many games of the archive (of_games) a person sat, each game once, by verdict.
WITH final AS (
    SELECT person, status, count(DISTINCT number) AS of_games
    FROM seats
    WHERE $person::VARCHAR IS NULL OR person = $person::VARCHAR
    GROUP BY person, status
    ORDER BY person, status
)
SELECT * FROM final
