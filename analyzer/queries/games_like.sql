-- 相似的局: 同一玩法里与一局最相似的十局打完的局; apart 是轮数之差, 再加独保、加倍、胜方、皇帝的名次、侍卫的名次每样不同算十; 全体是这一玩法其余打完的局 (of_games)。
-- the ten finished games of the same ruleset most like a game; `apart` is the difference in tricks, and ten for each that differs: solo, doubling, winner, the emperor's place, the guard's place; of all other finished games of the ruleset (of_games).
WITH chosen AS (
    SELECT * FROM finished WHERE ruleset IN (SELECT ruleset FROM finished WHERE game = $game::VARCHAR)
),
lengths AS (
    SELECT number, max(trick)::INTEGER AS tricks
    FROM plays SEMI JOIN chosen USING (number)
    WHERE leads > 0 AND stands = 1
    GROUP BY number
),
known AS (
    SELECT
        game, coalesce(solo, 'none') AS solo, doubled, coalesce(winner, 'none') AS winner, coalesce(tricks, 0) AS tricks,
        coalesce(places[emperor], 0) AS emperor_place, coalesce(places[guard], 0) AS guard_place
    FROM chosen LEFT JOIN lengths USING (number)
),
this AS (
    SELECT * FROM known WHERE game = $game::VARCHAR
),
final AS (
    SELECT
        one.game,
        abs(one.tricks - this.tricks) + 10 * (
            (one.solo <> this.solo)::INTEGER + (one.doubled <> this.doubled)::INTEGER
            + (one.winner <> this.winner)::INTEGER + (one.emperor_place <> this.emperor_place)::INTEGER
            + (one.guard_place <> this.guard_place)::INTEGER
        ) AS apart,
        one.tricks, one.solo, one.doubled, one.winner, one.emperor_place, one.guard_place,
        count(*) OVER () AS of_games
    FROM known AS one JOIN this ON one.game <> this.game
    ORDER BY apart, one.game
    LIMIT coalesce($take::BIGINT, 10)
)
SELECT * FROM final
