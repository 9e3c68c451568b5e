-- 接风: 接风的领出, 按出完的人和领出的人的身份; won 是领出者自己收的轮, 全体是这一对身份的接风 (of_winds) 和打完的局的所有接风 (of_all)。
-- leads by the wind, by the role of who had gone out and of who led; won are those tricks that the leader also closed, of the leads by the wind of that pair (of_winds), of all of them in finished games (of_all).
WITH chosen AS (
    SELECT number, emperor, guard FROM finished WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
winds AS (
    SELECT number, trick, seat, role, closer
    FROM plays SEMI JOIN chosen USING (number)
    WHERE leads = 2 AND stands = 1
),
closed AS (
    SELECT number, trick, arg_max(plays.seat, nth) AS closed_by
    FROM plays SEMI JOIN winds USING (number, trick)
    WHERE kind = kind_of('play') AND stands = 1
    GROUP BY number, trick
),
told AS (
    SELECT
        CASE closer WHEN emperor THEN 1 WHEN guard THEN 2 ELSE 3 END AS gone_out,
        role AS led,
        closed_by = seat AS won
    FROM winds JOIN chosen USING (number) JOIN closed USING (number, trick)
),
final AS (
    SELECT
        role_of(gone_out) AS gone_out,
        role_of(led) AS led,
        count(*) FILTER (told.won) AS won,
        count(*) AS of_winds,
        percent(count(*) FILTER (told.won), of_winds) AS percent,
        (SELECT count(*) FROM told) AS of_all
    FROM told
    GROUP BY told.gone_out, told.led
    ORDER BY told.gone_out, told.led
)
SELECT * FROM final
