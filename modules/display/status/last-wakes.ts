/**
 * SQL: a query of the last wakes of panel `d`, in one row: `woke_at`, when its last connection began, and `gap_seconds`,
 * the median of the seconds from one of its last eight connections to the next, null where there are fewer than three.
 */
export const LAST_WAKES = `(
  select max(created_at) as woke_at,
    case when count(gap) >= 2 then percentile_cont(0.5) within group (order by gap) end as gap_seconds
  from (
    select created_at, extract(epoch from created_at - lag(created_at) over (order by created_at)) as gap from (
      select event.created_at from display.panel_events event
      where event.device_id = d.id and event.kind = 'connected'
      order by event.created_at desc limit 8) connects) gaps)`;
