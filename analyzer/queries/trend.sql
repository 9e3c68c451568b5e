-- 走势: 一个人打完的局, 按打的先后, 每局的得分和到那时的总分 (total)。
-- the finished games of a person in the order in which they were played, each with its points and the points so far (total).
WITH chosen AS (
    SELECT seats.number, seats.game, finished.started, seats.ruleset, seats.score AS points
    FROM seats JOIN finished USING (number)
    WHERE person = $person::VARCHAR AND ($ruleset::VARCHAR IS NULL OR seats.ruleset = $ruleset::VARCHAR)
),
final AS (
    SELECT
        game,
        started,
        ruleset,
        points,
        (sum(points) OVER (
            ORDER BY try_cast(started AS TIMESTAMPTZ) NULLS FIRST, number ROWS UNBOUNDED PRECEDING
        ))::BIGINT AS total
    FROM chosen
    ORDER BY try_cast(started AS TIMESTAMPTZ) NULLS FIRST, number
)
SELECT * FROM final
