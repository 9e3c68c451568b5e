-- 对手: the games in which two players sat, by the role of each: games, wins of the first, the scores of both.
-- player, other: two names; ruleset: its name. The games are those that `results` counts.
WITH fair AS (
    SELECT *, list_position(players, $player::VARCHAR) AS mine, list_position(players, $other::VARCHAR) AS theirs
    FROM counted
    WHERE status IN ('valid', 'disputed') AND winner IS NOT NULL AND scores IS NOT NULL
      AND emperor IS NOT NULL AND guard IS NOT NULL AND NOT coalesce(dissolved, false)
      AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND list_contains(players, $player::VARCHAR) AND list_contains(players, $other::VARCHAR)
),
roles AS (
    SELECT winner, scores[mine] AS my_score, scores[theirs] AS their_score,
        CASE WHEN mine = emperor AND mine = guard THEN 'solo' WHEN mine = emperor THEN 'emperor'
             WHEN mine = guard THEN 'guard' ELSE 'rebel' END AS my_role,
        CASE WHEN theirs = emperor AND theirs = guard THEN 'solo' WHEN theirs = emperor THEN 'emperor'
             WHEN theirs = guard THEN 'guard' ELSE 'rebel' END AS their_role
    FROM fair
),
final AS (
    SELECT my_role, their_role, count(*) AS games,
        count(*) FILTER (winner = CASE WHEN my_role = 'rebel' THEN 'rebels' ELSE 'emperor' END) AS won,
        count(*) FILTER (winner = 'draw') AS drawn,
        sum(my_score)::BIGINT AS my_score, sum(their_score)::BIGINT AS their_score
    FROM roles
    GROUP BY my_role, their_role
    ORDER BY my_role, their_role
)
SELECT * FROM final
