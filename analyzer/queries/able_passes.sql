-- 能压不压: 按身份, 有牌可出却过了多少次, 全体是有牌可出而不是领出的次数 (of_able); 只数手牌全知的打完的局。
-- passes of a seat that had a play, by role; of the times that it had a play and did not lead (of_able), in the finished games with all hands known.
WITH chosen AS (
    SELECT number FROM followed WHERE $ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR
),
final AS (
    SELECT
        role_of(role) AS role,
        count(*) FILTER (kind = kind_of('pass')) AS passed,
        count(*) AS of_able,
        percent(passed, of_able) AS percent
    FROM plays SEMI JOIN chosen USING (number)
    WHERE kind IN (kind_of('play'), kind_of('pass')) AND stands = 1 AND able = 1 AND leads = 0
    GROUP BY plays.role
    ORDER BY plays.role
)
SELECT * FROM final
