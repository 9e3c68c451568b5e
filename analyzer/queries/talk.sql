-- 心战: the games in which a player sent a message, the latest first.
-- player: the name; take: how many games. The games are those that `results` counts.
WITH fair AS (
    SELECT *, list_position(players, $player::VARCHAR) AS sender FROM counted
    WHERE status IN ('valid', 'disputed') AND winner IS NOT NULL AND scores IS NOT NULL
      AND emperor IS NOT NULL AND guard IS NOT NULL AND NOT coalesce(dissolved, false)
      AND list_contains(players, $player::VARCHAR)
),
final AS (
    SELECT number, game, view FROM fair
    WHERE EXISTS (SELECT 1 FROM events WHERE events.number = fair.number AND type = 'mind' AND seat = sender)
    ORDER BY try_cast(started AS TIMESTAMPTZ) DESC NULLS LAST, number DESC
    LIMIT coalesce($take::BIGINT, 50)
)
SELECT * FROM final
