import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { ANNOUNCED_DISCONNECT, LEFT_IN_ORDER } from '../delivery/announced-disconnect.ts';
import { HELD_UNTIL, JOIN_GATEWAY_LEASE } from '../delivery/connected-time.ts';
import {
  JOIN_WANTED_FRAME,
  QUEUE_ENTRIES,
  SHOWS_FRAME,
  WANTED_PRESENTATION_ID,
} from '../delivery/panel-state.ts';
import { ordinaryDue, type QueueTimes } from '../delivery/queue-due.ts';
import type { Protocol, WakeReason } from '../models/device.ts';
import { DEFAULT_ZONE } from '../quiet-hours/owner-zone.ts';
import { type QuietWindow, quietUntil } from '../quiet-hours/quiet-until.ts';
import { type AwayPanel, isExpectedBack } from './expected-back.ts';
import { LAST_WAKES } from './last-wakes.ts';

/** The reasons for a panel's current picture, the most important first. */
export const panelStates = [
  'never_connected',
  'unclaimed',
  'failing',
  'asleep',
  'offline',
  'delivering',
  'waiting',
  'rendering',
  'failed',
  'not_shown',
  'up_to_date',
] as const;
export type PanelState = (typeof panelStates)[number];

export interface PanelStatus {
  deviceId: string;
  state: PanelState;
  connected: boolean;
  /** It sleeps as usual. Also for a polling panel, which counts as connected until it is overdue. */
  asleep: boolean;
  /** Since when the panel is disconnected, or has not confirmed a command; null in other states. */
  since: Date | null;
  /** When a sleeping panel is expected, estimated from its last wakes; null if unknown. */
  expectedAt: Date | null;
  /** Presentations being rendered, and those in the queue. */
  preparing: number;
  queued: number;
  /** The next entry, and the earliest time of its publication; null if it may go out now. */
  nextPresentationId: string | null;
  nextAt: Date | null;
  /** The wake time that a sleeping panel got, and its reason; null for others. */
  nextLook: { at: Date; reason: WakeReason | 'interval' } | null;
  /** The end of the current quiet hours; null outside of them. */
  quietUntil: Date | null;
  /** The published presentation that is not confirmed; null if there is none. */
  pendingPresentationId: string | null;
  pendingSince: Date | null;
  /** Number of failures to show the pending presentation. */
  failures: number;
  /** The last error of the panel or of rendering. */
  error: string | null;
  reportedPresentationId: string | null;
}

const STATUS = `
  select d.id, d.protocol, d.user_id is not null as owned, d.last_seen_at, d.sleeps, (${ANNOUNCED_DISCONNECT} or ${LEFT_IN_ORDER}) as has_left,
    coalesce(${HELD_UNTIL} > :now, false) as connected, d.pending_presentation_id, d.pending_since, d.current_since,
    d.current_expires_at, d.dwell_seconds, d.quiet_hours, coalesce(d.time_zone, zone.time_zone) as time_zone,
    ${WANTED_PRESENTATION_ID} as wanted, d.reported_presentation_id as reported, ${SHOWS_FRAME} is true as shows_wanted,
    coalesce(cardinality(push.failed_command_ids), 0) as failures,
    coalesce(counts.queued, 0)::integer as queued, coalesce(counts.preparing, 0)::integer as preparing,
    next.id as next_id, next.urgent as next_urgent, newest.state as newest_state, newest.failure ->> 'message' as newest_error,
    said.error as panel_error, wakes.gap_seconds, wakes.away_seconds, wakes.woke_at,
    coalesce(poll.told_at + poll.told_seconds * interval '1 s', d.wake_at) as look_at,
    coalesce(poll.wake_reason, d.wake_reason) as wake_reason
  from display.devices d
  left join display.presence live on live.device_id = d.id ${JOIN_GATEWAY_LEASE}
  left join display.polls poll on poll.device_id = d.id and d.protocol <> 'mqtt'
  left join display.owner_zones zone on zone.user_id = d.user_id
  left join display.pushes push on push.presentation_id = d.pending_presentation_id
  left join display.frames frame on ${JOIN_WANTED_FRAME}
  left join lateral (
    select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'preparing') as preparing
    from display.presentations entry
    where entry.device_id = d.id and entry.user_id = d.user_id and entry.binding_id = d.binding_id
      and entry.state in ('queued', 'preparing')) counts on true
  left join lateral (
    select entry.id, entry.urgent ${QUEUE_ENTRIES}
    order by urgent desc, priority desc, case when d.queue_policy = 'latest' then entry.created_at end desc, entry.created_at, entry.id
    limit 1) next on true
  left join lateral (
    select entry.state, entry.failure from display.presentations entry
    where entry.device_id = d.id and entry.user_id = d.user_id and entry.binding_id = d.binding_id
    order by entry.created_at desc, entry.id desc limit 1) newest on true
  left join lateral (
    select event.detail ->> 'error' as error from display.panel_events event
    where event.device_id = d.id and event.kind in ('show_failed', 'fetch_failed')
      and event.detail ->> 'presentationId' = d.pending_presentation_id::text
      and event.created_at >= d.pending_since
    order by event.created_at desc, event.id desc limit 1) said on d.pending_presentation_id is not null
  left join lateral ${LAST_WAKES} wakes on ${HELD_UNTIL} is null or ${HELD_UNTIL} <= :now`;

interface Row {
  id: string;
  protocol: Protocol;
  owned: boolean;
  last_seen_at: Date | null;
  has_left: boolean;
  sleeps: boolean;
  connected: boolean;
  pending_presentation_id: string | null;
  pending_since: Date | null;
  current_since: Date | null;
  current_expires_at: Date | null;
  dwell_seconds: number | null;
  quiet_hours: QuietWindow[];
  time_zone: string | null;
  wanted: string | null;
  reported: string | null;
  shows_wanted: boolean;
  failures: number;
  queued: number;
  preparing: number;
  next_id: string | null;
  next_urgent: boolean | null;
  newest_state: string | null;
  newest_error: string | null;
  panel_error: string | null;
  gap_seconds: number | null;
  away_seconds: number | null;
  woke_at: Date | null;
  look_at: Date | null;
  wake_reason: WakeReason | null;
}

/** Reads the status of all panels, or of those with the given ids, in one statement. */
export async function readStatuses(
  context: Pick<DisplayContext, 'clock' | 'config'>,
  queryable: Queryable,
  deviceIds: string[] | null = null,
): Promise<Map<string, PanelStatus>> {
  const now = context.clock.now();
  const { rows } = await queryable.raw<{ rows: Row[] }>(
    `${STATUS} where cast(:ids as uuid[]) is null or d.id = any(:ids)`,
    { now, ids: deviceIds },
  );
  return new Map(rows.map((row) => [row.id, statusOf(context, row, now)]));
}

function statusOf(context: Pick<DisplayContext, 'clock' | 'config'>, row: Row, now: Date): PanelStatus {
  const times = timesOf(row);
  const waits = row.queued > 0 && !row.pending_since && !row.next_urgent;
  const due = waits ? ordinaryDue(context, times) : null;
  const expectedAt = expectedWake(row, now);
  const asleep = isAsleep(row, now);
  const state = stateOf(row, { asleep, isDue: !due || due <= now });
  const isAway = state === 'asleep' || state === 'offline';
  return {
    deviceId: row.id,
    state,
    connected: row.connected,
    asleep,
    since: isAway ? row.last_seen_at : state === 'delivering' ? row.pending_since : null,
    expectedAt: state === 'asleep' ? expectedAt : null,
    preparing: row.preparing,
    queued: row.queued,
    nextPresentationId: row.next_id,
    nextAt: due && due > now ? due : null,
    nextLook:
      row.look_at && row.look_at > now && row.protocol !== 'browser'
        ? { at: row.look_at, reason: row.wake_reason ?? 'interval' }
        : null,
    quietUntil: row.owned ? quietUntil(times.quietHours, now) : null,
    pendingPresentationId: row.pending_presentation_id,
    pendingSince: row.pending_since,
    failures: row.failures,
    error: state === 'failed' ? row.newest_error : row.panel_error,
    reportedPresentationId: row.reported,
  };
}

function timesOf(row: Row): QueueTimes {
  return {
    id: row.id,
    currentSince: row.current_since,
    currentExpiresAt: row.current_expires_at,
    dwellSeconds: row.dwell_seconds,
    quietHours: { timeZone: row.time_zone ?? DEFAULT_ZONE, windows: row.quiet_hours },
  };
}

/** A polling panel sleeps after each response; a browser stays awake. */
function isAsleep(row: Row, now: Date): boolean {
  return (!row.connected || row.protocol === 'trmnl') && isExpectedBack(toAwayPanel(row), now);
}

/** `isDue`: the next queue entry may go out as soon as the panel is connected. */
function stateOf(row: Row, { asleep, isDue }: { asleep: boolean; isDue: boolean }): PanelState {
  if (row.last_seen_at === null) return 'never_connected';
  if (!row.owned) return 'unclaimed';
  if (row.pending_since && (row.failures > 0 || row.panel_error)) return 'failing';
  const isWanted = row.pending_since !== null || row.queued > 0 || (row.wanted !== null && !row.shows_wanted);
  if (!row.connected && isWanted) return asleep ? 'asleep' : 'offline';
  if (row.pending_since) return 'delivering';
  if (row.queued > 0) return asleep && isDue ? 'asleep' : 'waiting';
  if (row.preparing > 0) return 'rendering';
  if (row.newest_state === 'failed') return 'failed';
  return row.wanted === null || row.shows_wanted ? 'up_to_date' : 'not_shown';
}

function toAwayPanel(row: Row): AwayPanel {
  const { last_seen_at: lastSeenAt, has_left: hasLeft, sleeps, look_at: wakeAt } = row;
  const { woke_at: connectedAt, gap_seconds: pauseSeconds, away_seconds: awaySeconds } = row;
  return { lastSeenAt, hasLeft, sleeps, wakeAt, connectedAt, pauseSeconds, awaySeconds };
}

/**
 * The wake time that the panel got; else the last wake plus the median gap of the last eight. Null if that has passed.
 */
function expectedWake(
  { connected, look_at: wakeAt, gap_seconds: gap, woke_at: last }: Row,
  now: Date,
): Date | null {
  if (wakeAt && wakeAt > now) return wakeAt;
  if (connected || gap === null || last === null) return null;
  const expected = addSeconds(last, gap);
  return expected > now ? expected : null;
}
