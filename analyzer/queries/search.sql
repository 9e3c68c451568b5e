-- 查找: 合条件的牌局, 晚的在前, 一次几局; matched 是合条件的共有几局。可能还在打的局不说谁是什么身份。
-- the games that fit, the latest first, some at a time; `matched` is how many fit. A game that may still be going on tells nobody's role.
WITH known AS (
    SELECT * REPLACE (
        CASE WHEN going THEN NULL ELSE emperor END AS emperor,
        CASE WHEN going THEN NULL ELSE guard END AS guard,
        CASE WHEN going THEN NULL ELSE solo END AS solo,
        CASE WHEN going THEN NULL ELSE doubled END AS doubled
    )
    FROM (SELECT *, status IN ('incomplete', 'illegal') AND scores IS NULL AS going FROM games)
),
seated AS (
    SELECT *, list_position(players, $player::VARCHAR) AS seat
    FROM known
    WHERE ($game::VARCHAR IS NULL OR game = $game::VARCHAR)
      AND ($player::VARCHAR IS NULL OR list_contains(players, $player::VARCHAR))
      AND ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset::VARCHAR)
      AND ($status::VARCHAR IS NULL OR status = $status::VARCHAR)
      AND ($whole::BOOLEAN IS NULL OR (view = 0 AND guard IS NOT NULL) = $whole::BOOLEAN)
      AND ($since::VARCHAR IS NULL OR left(started, 10) >= $since::VARCHAR)
      AND ($until::VARCHAR IS NULL OR left(started, 10) <= $until::VARCHAR)
      AND ($text::VARCHAR IS NULL
           OR contains(lower(game || chr(10) || array_to_string(players, chr(10))), lower($text::VARCHAR)))
      AND ($solo::VARCHAR IS NULL OR coalesce(solo, CASE WHEN guard IS NOT NULL THEN 'none' END) = $solo::VARCHAR)
),
fitting AS (
    SELECT * EXCLUDE (seat)
    FROM seated
    WHERE ($role::VARCHAR IS NULL OR $role::VARCHAR = CASE
          WHEN seat = emperor THEN 'emperor'
          WHEN seat = guard THEN 'guard'
          WHEN seat IS NOT NULL AND emperor IS NOT NULL AND guard IS NOT NULL THEN 'rebel'
      END)
      AND ($least::BIGINT IS NULL OR coalesce(scores[seat], list_max(scores)) >= $least::BIGINT)
      AND ($most::BIGINT IS NULL OR coalesce(scores[seat], list_min(scores)) <= $most::BIGINT)
),
final AS (
    SELECT *, count(*) OVER () AS matched
    FROM fitting
    ORDER BY try_cast(started AS TIMESTAMPTZ) DESC NULLS LAST, game, view, number
    LIMIT coalesce($take::BIGINT, 20) OFFSET coalesce($skip::BIGINT, 0)
)
SELECT * FROM final
