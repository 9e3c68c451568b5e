-- 争议看人: 各人有几局报错了 (disputed), 有几局里有不合规则的事件 (illegal), 其中几局是这人自己的事件 (own); percent 是前两样在这人所有的局 (of_games) 里占的。
-- games with a wrong claim (disputed) or an event against the rules (illegal), and those whose event was the person's own (own), by person; percent is disputed and illegal of all the person's games (of_games).
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
