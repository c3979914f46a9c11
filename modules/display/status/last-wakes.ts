/**
 * SQL: a query of the last wakes of panel `d`, in one row: `woke_at`, the beginning of its last connection;
 * `gap_seconds`, the median of the seconds from one of its last connections to the next, null with fewer than three;
 * `away_seconds`, the median of the seconds from the end of one to the next, null without a recorded end. The end of a
 * superseded connection is recorded just after the newer one began and does not count as an absence.
 */
export const LAST_WAKES = `(
  select max(created_at) filter (where kind = 'connected') as woke_at,
    case when count(gap) >= 2 then percentile_cont(0.5) within group (order by gap) end as gap_seconds,
    case when count(*) filter (where kind = 'disconnected') > 0
      then percentile_cont(0.5) within group (order by away) filter (where gap is not null) end as away_seconds
  from (
    select kind, created_at,
      case when kind = 'connected' then extract(epoch from created_at - lag(created_at) over (partition by kind order by created_at)) end as gap,
      case when lag(kind) over log = 'connected' or lag(created_at) over log - lag(created_at, 2) over log < interval '0.2 s' then 0
        else extract(epoch from created_at - lag(created_at) over log) end as away
    from (
      select event.kind, event.created_at from display.panel_events event
      where event.device_id = d.id and event.kind in ('connected', 'disconnected')
      order by event.created_at desc limit 16) connects
    window log as (order by created_at)) gaps)`;
