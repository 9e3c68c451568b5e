-- 王换轮: jokers played for each trick won, by role: small and big ones played, of the tricks whose last play was of that role (of_tricks); percent is these of all tricks (of_all).
-- ruleset: its name.
WITH chosen AS (
    SELECT number FROM followed WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
tricks AS (
    SELECT
        number, trick, arg_max(role, seq) AS winner,
        sum(CASE WHEN role = 1 THEN smalls_in(play) END) AS small1, sum(CASE WHEN role = 1 THEN bigs_in(play) END) AS big1,
        sum(CASE WHEN role = 2 THEN smalls_in(play) END) AS small2, sum(CASE WHEN role = 2 THEN bigs_in(play) END) AS big2,
        sum(CASE WHEN role = 3 THEN smalls_in(play) END) AS small3, sum(CASE WHEN role = 3 THEN bigs_in(play) END) AS big3
    FROM plays SEMI JOIN chosen USING (number)
    WHERE kind = kind_of('play') AND stands = 1
    GROUP BY number, trick
),
played AS (
    SELECT 1 AS role, sum(small1) AS small, sum(big1) AS big FROM tricks
    UNION ALL SELECT 2, sum(small2), sum(big2) FROM tricks
    UNION ALL SELECT 3, sum(small3), sum(big3) FROM tricks
),
won AS (
    SELECT winner AS role, count(*) AS tricks FROM tricks GROUP BY winner
),
whole AS (
    SELECT count(*) AS of_all FROM tricks
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
    FROM played LEFT JOIN won USING (role) CROSS JOIN whole
    ORDER BY played.role
)
SELECT * FROM final
