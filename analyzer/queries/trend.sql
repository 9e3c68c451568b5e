-- 走势: the games of a player in order, each with its score and the scores so far.
-- player: the name; ruleset: its name. The games are those that `results` counts.
WITH fair AS (
    SELECT *, list_position(players, $player::VARCHAR) AS seat FROM counted
    WHERE status IN ('valid', 'disputed') AND winner IS NOT NULL AND scores IS NOT NULL
      AND emperor IS NOT NULL AND guard IS NOT NULL AND NOT coalesce(dissolved, false)
      AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND list_contains(players, $player::VARCHAR)
),
final AS (
    SELECT number, game, started, ruleset, scores[seat] AS score,
        (sum(scores[seat]) OVER (
            ORDER BY try_cast(started AS TIMESTAMPTZ) NULLS FIRST, number ROWS UNBOUNDED PRECEDING
        ))::BIGINT AS total
    FROM fair
    ORDER BY try_cast(started AS TIMESTAMPTZ) NULLS FIRST, number
)
SELECT * FROM final
