import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';

/** What an operator wants to know of one panel. */
export interface PanelReport {
  thingName: string;
  nickname: string | null;
  connected: boolean;
  lastSeenAt: Date | null;
  batteryPercent: number | null;
  firmware: string | null;
  wantedPresentationId: string | null;
  reportedPresentationId: string | null;
  /** Null: it shows what it should. */
  problem: string | null;
}

interface Row {
  id: string;
  thing_name: string;
  nickname: string | null;
  owned: boolean;
  connected: boolean;
  last_seen_at: Date | null;
  battery_percent: number | null;
  firmware: string | null;
  wanted: string | null;
  pending_since: Date | null;
  current_since: Date | null;
  reported: string | null;
  shows_wanted: boolean;
  failures: number;
  queued: number;
}

const REPORT = `
  select d.id, d.thing_name, d.nickname, d.user_id is not null as owned, d.last_seen_at, d.battery_percent, d.firmware,
    coalesce(live.lease_until > :now, false) as connected, d.pending_since, d.current_since,
    coalesce(d.pending_presentation_id, d.current_presentation_id) as wanted, d.reported_presentation_id as reported,
    d.pending_presentation_id is null
      and d.reported_presentation_id = d.current_presentation_id::text
      and d.reported_sha256 = frame.sha256 is true as shows_wanted,
    coalesce(cardinality(push.failed_command_ids), 0) as failures,
    (select count(*)::integer from display.presentations entry where entry.device_id = d.id
      and entry.state = 'queued' and entry.binding_id = d.binding_id) as queued
  from display.devices d
  left join display.presence live on live.device_id = d.id
  left join display.pushes push on push.presentation_id = d.pending_presentation_id
  left join display.frames frame on frame.presentation_id = d.current_presentation_id and frame.format = d.format
  where cast(:thing as text) is null or d.thing_name = :thing
  order by d.nickname, d.thing_name`;

/** Every panel, or the one called `thing`, with why it does not show what it should. */
export async function reportPanels(
  { clock, config }: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  thing: string | null = null,
): Promise<PanelReport[]> {
  const now = clock.now();
  const { rows } = await queryable.raw<{ rows: Row[] }>(REPORT, { now, thing });
  return rows.map((row) => ({
    thingName: row.thing_name,
    nickname: row.nickname,
    connected: row.connected,
    lastSeenAt: row.last_seen_at,
    batteryPercent: row.battery_percent,
    firmware: row.firmware,
    wantedPresentationId: row.wanted,
    reportedPresentationId: row.reported,
    problem: problemOf(row, now, config.DISPLAY_MIN_DWELL_SECONDS),
  }));
}

function problemOf(row: Row, now: Date, dwellSeconds: number): string | null {
  if (row.last_seen_at === null) return 'has never connected';
  const away = row.connected ? null : 'asleep or offline';
  if (!row.owned) return away ?? 'waits to be claimed';
  if (row.pending_since) {
    const failed = row.failures > 0 ? `failed to show it ${row.failures} times, ` : '';
    return `${failed}${away ?? 'told'}, not confirmed for ${ago(row.pending_since, now)}`;
  }
  if (row.queued > 0) {
    const next = row.current_since && addSeconds(row.current_since, dwellSeconds);
    if (away) return `${away}, ${row.queued} queued`;
    return next && next > now ? `${row.queued} queued, next in ${ago(now, next)}` : `${row.queued} queued`;
  }
  if (!row.wanted || row.shows_wanted) return null;
  return away ?? (row.reported ? 'reports another picture' : 'has not said what it shows');
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** The time between two moments, in its largest whole unit. */
export function ago(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit}`;
}
