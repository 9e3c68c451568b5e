-- 心战: 一个人发过心战的打完的局, 晚的在前。
-- the finished games in which a person sent a message, the latest first.
WITH chosen AS (
    SELECT seats.number, seats.game, finished.view, finished.started, seats.seat, seats.name
    FROM seats JOIN finished USING (number)
    WHERE person = $person::VARCHAR
),
final AS (
    SELECT game, view, name
    FROM chosen
    WHERE EXISTS (
        SELECT 1 FROM events WHERE events.number = chosen.number AND type = 'mind' AND events.seat = chosen.seat
    )
    ORDER BY try_cast(started AS TIMESTAMPTZ) DESC NULLS LAST, number DESC
    LIMIT coalesce($take::BIGINT, 50)
)
SELECT * FROM final
