-- 翻盘: 落后的一方胜了几局: 对方有人第一个出完 (first_out), 或牌打掉一半时对方每座剩得少 (half); 全体是打完而有胜负或平局的局里这一方这样落后的 (of_behind), 以及所有这些局 (of_decided)。
-- games won by a side that was behind: the other side had the first seat out (first_out), or fewer cards a seat when half of the cards were played (half); of the finished games with a winner or a draw in which that side was behind so (of_behind), of all of these (of_decided).
WITH chosen AS (
    SELECT number, emperor, guard, winner, places FROM finished
    WHERE winner IS NOT NULL AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
),
counts AS NOT MATERIALIZED (
    SELECT
        number, seq, kind, left1::INTEGER + left2 + left3 + left4 + left5 AS held,
        left1 + (left2::BIGINT << 8) + (left3::BIGINT << 16) + (left4::BIGINT << 24) + (left5::BIGINT << 32) AS cards
    FROM plays
    WHERE stands = 1 AND kind <= kind_of('play')
),
totals AS (
    SELECT number, max(held) AS total
    FROM counts SEMI JOIN chosen USING (number)
    WHERE kind < kind_of('play')
    GROUP BY number
),
halves AS (
    SELECT number, arg_min(cards, seq) AS packed
    FROM counts JOIN totals USING (number)
    WHERE kind = kind_of('play') AND 2 * held <= total
    GROUP BY number
),
sides AS (
    SELECT
        number, winner, list_position(places, 1) AS first,
        CASE WHEN emperor = guard THEN 1 ELSE 2 END AS seats,
        list_transform([0, 8, 16, 24, 32], lambda shift: ((packed >> shift) & 255)::INTEGER) AS cards,
        cards[emperor] + CASE WHEN emperor = guard THEN 0 ELSE cards[guard] END AS ours,
        list_sum(cards)::INTEGER - ours AS theirs,
        emperor, guard
    FROM chosen LEFT JOIN halves USING (number)
),
behind AS (
    SELECT 'first_out' AS behind, CASE WHEN first IN (emperor, guard) THEN 'rebels' ELSE 'emperor' END AS side, winner
    FROM sides WHERE first IS NOT NULL
    UNION ALL
    SELECT 'half', CASE WHEN ours * (5 - seats) > theirs * seats THEN 'emperor' ELSE 'rebels' END, winner
    FROM sides WHERE ours * (5 - seats) <> theirs * seats
),
final AS (
    SELECT
        behind, side,
        count(*) FILTER (winner = side) AS won,
        count(*) AS of_behind,
        percent(won, of_behind) AS percent,
        (SELECT count(*) FROM chosen) AS of_decided
    FROM behind
    GROUP BY behind, side
    ORDER BY behind, side
)
SELECT * FROM final
