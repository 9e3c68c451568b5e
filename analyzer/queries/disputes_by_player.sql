-- 争议看人: games with a wrong claim (disputed) or an event against the rules (illegal), and those whose event was the person's own (own), by person; percent is disputed and illegal of all the person's games (of_games).
-- person: as in players.toml, else the name in the log. ruleset: its name.
WITH chosen AS (
    SELECT * FROM seats
    WHERE ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($person::VARCHAR IS NULL OR person = $person::VARCHAR)
),
refused AS (
    SELECT number, seq AS event, seat AS seat_of_it FROM events
    WHERE number IN (SELECT number FROM counted WHERE event >= 0)
),
final AS (
    SELECT
        person,
        count(*) FILTER (status = 'disputed') AS disputed,
        count(*) FILTER (status = 'illegal') AS illegal,
        count(*) FILTER (seat_of_it = seat) AS own,
        count(*) AS of_games,
        percent(disputed + illegal, of_games) AS percent
    FROM chosen LEFT JOIN refused USING (number, event)
    GROUP BY person
    ORDER BY disputed + illegal DESC, person
)
SELECT * FROM final
