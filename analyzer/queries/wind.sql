-- 接风: leads by the wind, by the role of who had gone out and of who led; won are those tricks that the leader also closed, of the leads by the wind of that pair (of_winds), of all of them (of_all).
-- ruleset: its name.
WITH chosen AS (
    SELECT number FROM followed WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
tricks AS (
    SELECT
        number, trick,
        max(leads) AS leads, arg_min(seat, seq) AS leader, arg_min(role, seq) AS led,
        arg_max(seat, seq) AS closer, arg_max(role, seq) AS closed
    FROM plays SEMI JOIN chosen USING (number)
    WHERE kind = kind_of('play') AND stands = 1
    GROUP BY number, trick
),
final AS (
    SELECT
        role_of(before.closed) AS gone_out,
        role_of(winds.led) AS led,
        count(*) FILTER (winds.closer = winds.leader) AS won,
        count(*) AS of_winds,
        percent(won, of_winds) AS percent,
        (SELECT count(*) FROM tricks WHERE leads = 2) AS of_all
    FROM tricks AS winds JOIN tricks AS before ON before.number = winds.number AND before.trick::INTEGER + 1 = winds.trick
    WHERE winds.leads = 2
    GROUP BY before.closed, winds.led
    ORDER BY before.closed, winds.led
)
SELECT * FROM final
