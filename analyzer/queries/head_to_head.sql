-- 对头: 同桌的两个人按各自的身份: 在两人是这两种身份的打完的局 (of_games) 里, 前一个得分多的、少的、一样的各几局, 两人各得多少分。
-- two persons at one table, by the role of each: in how many games the first made more points, fewer, as many, of the finished games in which they had these roles (of_games), and the points of both.
WITH chosen AS (
    SELECT number, person, role, score FROM seats
    WHERE finished AND role IS NOT NULL AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
),
final AS (
    SELECT
        one.person,
        one.role,
        other.person AS against,
        other.role AS their_role,
        count(*) FILTER (one.score > other.score) AS more,
        count(*) FILTER (one.score < other.score) AS fewer,
        count(*) FILTER (one.score = other.score) AS as_many,
        count(*) AS of_games,
        percent(more, of_games) AS percent,
        sum(one.score)::BIGINT AS points,
        sum(other.score)::BIGINT AS their_points
    FROM chosen AS one JOIN chosen AS other USING (number)
    WHERE CASE
        WHEN $person::VARCHAR IS NOT NULL AND $against::VARCHAR IS NOT NULL
            THEN one.person = $person::VARCHAR AND other.person = $against::VARCHAR
        WHEN $person::VARCHAR IS NOT NULL THEN one.person = $person::VARCHAR AND other.person <> one.person
        WHEN $against::VARCHAR IS NOT NULL THEN other.person = $against::VARCHAR AND other.person <> one.person
        ELSE one.person < other.person
    END
    GROUP BY one.person, one.role, other.person, other.role
    ORDER BY one.person, other.person, one.role, other.role
)
SELECT * FROM final
