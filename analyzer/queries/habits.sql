-- 打法: by player and role how often able but passing, the jokers spent, the tricks won, the rebellions and their end.
-- player: one name; ruleset: its name. Of the games that `results` counts those with all hands known. `able` are the
-- turns with something to beat and a play that beats it, `passed` those of them that were passed on; a trick is won
-- by its last play; `rose` are the games in which the player declared rebellion, `rose_won` those that it won.
WITH fair AS (
    SELECT number, players, emperor, guard, winner FROM counted
    WHERE status IN ('valid', 'disputed') AND winner IS NOT NULL AND scores IS NOT NULL
      AND emperor IS NOT NULL AND guard IS NOT NULL AND NOT coalesce(dissolved, false)
      AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($player::VARCHAR IS NULL OR list_contains(players, $player::VARCHAR))
),
acts AS (
    SELECT plays.number, plays.seq, plays.seat, plays.kind, plays.play, plays.faced, plays.able, plays.trick,
        fair.players[plays.seat] AS player, fair.winner,
        CASE WHEN plays.seat = emperor AND plays.seat = guard THEN 'solo' WHEN plays.seat = emperor THEN 'emperor'
             WHEN plays.seat = guard THEN 'guard' ELSE 'rebel' END AS role
    FROM plays JOIN fair USING (number)
    WHERE plays.stands = 1 AND plays.seat > 0 AND plays.kind IN (9, 10, 11)  -- a declaration, a play, a pass
),
won AS (
    SELECT number, max(seq) AS seq FROM acts WHERE kind = 10 GROUP BY number, trick
),
rising AS (
    SELECT DISTINCT number, seat FROM events WHERE type = 'declare' AND arg = 3
),
final AS (
    SELECT player, role, count(DISTINCT acts.number) AS games,
        count(*) FILTER (faced > 0 AND able = 1 AND kind <> 9) AS able,
        count(*) FILTER (faced > 0 AND able = 1 AND kind = 11) AS passed,
        coalesce(sum(smalls_in(play) + bigs_in(play)) FILTER (kind = 10), 0)::BIGINT AS jokers,
        count(*) FILTER (won.seq IS NOT NULL) AS tricks,
        count(DISTINCT acts.number) FILTER (rising.seat IS NOT NULL AND kind = 9) AS rose,
        count(DISTINCT acts.number) FILTER (rising.seat IS NOT NULL AND kind = 9 AND winner = 'rebels') AS rose_won
    FROM acts
    LEFT JOIN won ON won.number = acts.number AND won.seq = acts.seq
    LEFT JOIN rising ON rising.number = acts.number AND rising.seat = acts.seat
    WHERE $player::VARCHAR IS NULL OR player = $player::VARCHAR
    GROUP BY player, role
    ORDER BY player, role
)
SELECT * FROM final
