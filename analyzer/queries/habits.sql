-- 打法: 各人各身份在打完的局 (of_games) 里: 手牌全知的局里有牌可出却过的次数, 全体是有牌可出的次数 (of_able); 出了多少王, 赢了几轮 (of_tricks); 声明过造反的局 (of_rose) 里胜了几局。十万局时要一秒以上, 因为每次出牌和过都要按座位数。
-- by person and role, in the finished games (of_games): passes with a play in hand, of the times that there was one, where all hands are known (of_able); jokers played, of the tricks that were won (of_tricks); games won after declaring rebellion, of those in which it was declared (of_rose). Of a hundred thousand games it may take more than a second, as every play and pass of theirs is counted by seat.
WITH chosen AS (
    SELECT seats.*, number IN (SELECT number FROM followed) AS all_known,
        CASE WHEN role = 'emperor' AND solo IS NOT NULL THEN 'solo' ELSE role END AS cast_as
    FROM seats
    WHERE finished AND role IS NOT NULL
      AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($person::VARCHAR IS NULL OR person = $person::VARCHAR)
),
acts AS NOT MATERIALIZED (
    SELECT number, seq, seat, kind, play, leads, able, closer FROM plays
    WHERE stands = 1
),
won AS (  -- a lead tells who won the trick before, the last play of a game who won the last one
    SELECT number, closer AS seat, count(*) AS tricks FROM acts WHERE leads > 0 AND closer > 0 GROUP BY ALL
    UNION ALL
    SELECT number, arg_max(seat, seq), 1 FROM acts WHERE kind = kind_of('play') GROUP BY number
),
tricks AS (
    SELECT number, seat, sum(tricks) AS tricks FROM won GROUP BY number, seat
),
rising AS (
    SELECT DISTINCT number, acts.seat
    FROM acts JOIN event_words USING (number, seq)
    WHERE kind = kind_of('declare') AND word >> 27 = kind_of('declare') AND word >> 16 & 255 = 3  -- rebel
),
counted_acts AS (
    SELECT number, seat,
        count(*) FILTER (kind = kind_of('pass') AND able = 1 AND leads = 0) AS passed,
        count(*) FILTER (able = 1 AND leads = 0) AS able,
        coalesce(sum(smalls_in(play) + bigs_in(play)) FILTER (kind = kind_of('play')), 0) AS jokers
    FROM acts
    GROUP BY number, seat
),
final AS (
    SELECT
        person,
        cast_as AS role,
        coalesce(sum(passed) FILTER (all_known), 0)::BIGINT AS passed,
        coalesce(sum(able) FILTER (all_known), 0)::BIGINT AS of_able,
        coalesce(sum(jokers), 0)::BIGINT AS jokers,
        coalesce(sum(tricks), 0)::BIGINT AS of_tricks,
        count(*) FILTER (rising.seat IS NOT NULL AND outcome = 'won') AS rose_won,
        count(rising.seat) AS of_rose,
        count(*) AS of_games
    FROM chosen
    LEFT JOIN counted_acts USING (number, seat)
    LEFT JOIN tricks USING (number, seat)
    LEFT JOIN rising USING (number, seat)
    GROUP BY person, cast_as
    ORDER BY person, cast_as
)
SELECT * FROM final
