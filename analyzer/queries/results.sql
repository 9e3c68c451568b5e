-- 战绩: games, wins, places and scores by player, role and ruleset.
-- player: one name; ruleset: its name. Counted is every game once (`counted`), when it is valid or disputed, is over
-- with a winner or a draw, everybody's role is known, and nobody was in auto-play at its end; scores are those that
-- the rules give. An emperor without a guard has the role solo.
WITH fair AS (
    SELECT * FROM counted
    WHERE status IN ('valid', 'disputed') AND winner IS NOT NULL AND scores IS NOT NULL
      AND emperor IS NOT NULL AND guard IS NOT NULL AND NOT coalesce(dissolved, false)
      AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($player::VARCHAR IS NULL OR list_contains(players, $player::VARCHAR))
),
seated AS (
    SELECT number, ruleset, players[seat] AS player, scores[seat] AS score, places[seat] AS place, winner,
        CASE WHEN seat = emperor AND seat = guard THEN 'solo' WHEN seat = emperor THEN 'emperor'
             WHEN seat = guard THEN 'guard' ELSE 'rebel' END AS role
    FROM fair CROSS JOIN (SELECT unnest(range(1, 6)) AS seat)
),
final AS (
    SELECT player, role, ruleset, count(*) AS games,
        count(*) FILTER (winner = CASE WHEN role = 'rebel' THEN 'rebels' ELSE 'emperor' END) AS won,
        count(*) FILTER (winner = 'draw') AS drawn,
        sum(score)::BIGINT AS score,
        count(*) FILTER (place = 1) AS first, count(*) FILTER (place = 2) AS second,
        count(*) FILTER (place = 3) AS third, count(*) FILTER (place = 4) AS fourth,
        count(*) FILTER (place = 5) AS fifth, count(*) FILTER (place = 0) AS unplaced
    FROM seated
    WHERE $player::VARCHAR IS NULL OR player = $player::VARCHAR
    GROUP BY player, role, ruleset
    ORDER BY player, role, ruleset
)
SELECT * FROM final
