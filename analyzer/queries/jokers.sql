-- 王换轮: 按身份, 每赢一轮用多少王: 出了多少小王、大王, 最后一手是该身份出的轮有多少 (of_tricks); percent 是它们在打完的局的所有轮 (of_all) 里占的。
-- jokers played for each trick won, by role: small and big ones played, of the tricks whose last play was of that role (of_tricks); percent is these of all tricks of the finished games (of_all).
WITH chosen AS (
    SELECT number, emperor, guard FROM finished WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
played AS (
    SELECT role, sum(smalls_in(play)) AS small, sum(bigs_in(play)) AS big
    FROM plays SEMI JOIN chosen USING (number)
    WHERE kind = kind_of('play') AND stands = 1
    GROUP BY role
),
closed AS (
    SELECT number, closer AS seat
    FROM plays SEMI JOIN chosen USING (number)
    WHERE leads > 0 AND stands = 1 AND closer > 0
    UNION ALL
    SELECT number, arg_max(seat, seq)
    FROM plays SEMI JOIN chosen USING (number)
    WHERE kind = kind_of('play') AND stands = 1
    GROUP BY number
),
tricks AS (
    SELECT CASE seat WHEN emperor THEN 1 WHEN guard THEN 2 ELSE 3 END AS role, count(*) AS tricks
    FROM closed JOIN chosen USING (number)
    GROUP BY role
),
whole AS (
    SELECT sum(tricks)::BIGINT AS of_all FROM tricks
),
final AS (
    SELECT
        role_of(role) AS role,
        coalesce(small, 0)::BIGINT AS small,
        coalesce(big, 0)::BIGINT AS big,
        coalesce(tricks, 0) AS of_tricks,
        round((coalesce(small, 0) + coalesce(big, 0)) / nullif(of_tricks, 0), 3) AS per_trick,
        of_all,
        percent(of_tricks, of_all) AS percent
    FROM played LEFT JOIN tricks USING (role) CROSS JOIN whole
    ORDER BY played.role
)
SELECT * FROM final
