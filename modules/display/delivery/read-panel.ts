import { batchWork } from '#shared/db/batch-work.ts';
import type { Db } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';
import type { StoredFile } from '../models/system-frame.ts';
import { DEFAULT_ZONE } from '../quiet-hours/owner-zone.ts';
import type { QuietHours } from '../quiet-hours/quiet-until.ts';
import { PAST_PUSHES, pastPushes } from '../waking/past-pushes.ts';
import type { PastPush } from '../waking/plan-wake.ts';
import type { BatchObserver } from './batch-panels.ts';
import {
  HAS_QUEUE,
  HAS_URGENT,
  IS_CLAIM,
  IS_WANTED_FRAME,
  IS_WANTED_PAGE,
  NEEDS_COMMAND,
  SHOWS_WANTED,
  WANTED_PRESENTATION_ID,
} from './panel-state.ts';

/** Everything that decides which command a panel needs, as one statement saw it. */
export interface PanelView {
  id: string;
  thingName: string;
  format: FrameFormat;
  /** Null for a panel without an owner. */
  userId: string | null;
  nickname: string | null;
  unboundNotice: boolean;
  currentSince: Date | null;
  /** When the confirmed presentation goes out of date; null: never. */
  currentExpiresAt: Date | null;
  /** The owner's; null for the installation's. */
  dwellSeconds: number | null;
  /** How often a panel that sleeps comes at most, as its owner has set it. */
  pollSeconds: number | null;
  /** On MQTT: it sleeps between its connections, and is told until when. */
  sleeps: boolean;
  quietHours: QuietHours;
  pendingPresentationId: string | null;
  pendingSince: Date | null;
  /** The pending one goes out in quiet hours too. */
  pendingAtOnce: boolean;
  /** The pending presentation, else the last confirmed one. */
  wantedPresentationId: string | null;
  /** Whether the panel has reported what it should show. */
  showsWanted: boolean;
  /** The presentation that the panel has reported; null for none, and for a page about the panel itself. */
  reportedPresentationId: string | null;
  /** Of the newest connection; null when there is none. */
  liveEpoch: number | null;
  /** The wanted presentation's frame in the panel's format. */
  frame: (StoredFile & { width: number; height: number }) | null;
  /** The claim page of a panel without an owner, the welcome page of one with, once it is rendered. */
  page: (StoredFile & { id: string }) | null;
  claim: { code: string; expiresAt: Date } | null;
  hasQueue: boolean;
  /** Something urgent is in the queue. */
  hasUrgent: boolean;
  /** What its next wake is planned by, where it sleeps or asks by itself. */
  pushes: PastPush[];
}

const VIEW = `
  select d.id, d.thing_name, d.format, d.user_id, d.nickname, d.unbound_notice,
    d.current_since, d.current_expires_at, d.dwell_seconds, d.poll_seconds, d.sleeps, d.quiet_hours,
    coalesce(d.time_zone, zone.time_zone) as time_zone,
    d.pending_presentation_id, d.pending_since, d.pending_at_once, d.reported_presentation_id,
    ${WANTED_PRESENTATION_ID} as wanted_presentation_id, ${SHOWS_WANTED} as shows_wanted, live.epoch as live_epoch,
    frame.key as frame_key, frame.sha256 as frame_sha256, frame.size_bytes as frame_size_bytes,
    frame.width as frame_width, frame.height as frame_height,
    page.files -> d.format as page, page.id as page_id, claim.code, claim.expires_at,
    ${HAS_QUEUE} as has_queue, ${HAS_URGENT} as has_urgent,
    case when d.sleeps or d.protocol <> 'mqtt' then ${PAST_PUSHES} end as past_pushes
  from display.devices d
  left join display.presence live on live.device_id = d.id
  left join display.owner_zones zone on zone.user_id = d.user_id
  left join display.frames frame on ${IS_WANTED_FRAME}
  left join display.claim_codes claim on ${IS_CLAIM}
  left join display.system_frames page on ${IS_WANTED_PAGE}`;

const ASKED = 'join unnest($1::uuid[], $2::bigint[]) as asked (device_id, epoch) on asked.device_id = d.id';

const ONE_PANEL = { name: 'panel', text: `${VIEW} where d.id = $1` };
const TO_RECONCILE = {
  name: 'panels_to_reconcile',
  text: `${VIEW} ${ASKED}
    where live.epoch is distinct from asked.epoch or ${NEEDS_COMMAND}`,
};
const POLLING = {
  name: 'polling_panel_views',
  text: `${VIEW} ${ASKED}`,
};

/** Reads a panel as one of its connections sees it. */
export type PanelReader = (connection: { deviceId: string; epoch: number }) => Promise<PanelView | null>;

/** Null when there is no such device. */
export async function readPanel(db: Db, deviceId: string): Promise<PanelView | null> {
  const [row] = await readPrepared<Row>(db, ONE_PANEL, [deviceId]);
  return row ? viewOf(row) : null;
}

/** More would make one panel wait for the others; fewer cost more round trips. */
const MAX_PANELS_PER_READ = 250;
/** So that a panel that has changed rarely waits for the end of a read that began before. */
const MAX_CONCURRENT_READS = 4;

/**
 * Reads panels that may need a command, by the epoch of their connection, many at once. Null for a panel
 * that shows what it should. One whose connection has been superseded has another `liveEpoch`.
 */
export function panelReader(context: BatchObserver & { db: Db }): PanelReader {
  return readerOf(context, TO_RECONCILE);
}

/** Reads panels that ask by themselves, whatever they show, many at once. Null when there is no such device. */
export function pollingPanelReader(context: BatchObserver & { db: Db }): PanelReader {
  return readerOf(context, POLLING);
}

function readerOf({ db, onBatch }: BatchObserver & { db: Db }, query: PreparedQuery): PanelReader {
  return batchWork({
    maxItems: MAX_PANELS_PER_READ,
    concurrency: MAX_CONCURRENT_READS,
    onBatch: (size) => onBatch?.('compare', size),
    async run(connections) {
      const asked = [connections.map(({ deviceId }) => deviceId), connections.map(({ epoch }) => epoch)];
      const views = new Map<string, PanelView>();
      for (const row of await readPrepared<Row>(db, query, asked)) views.set(row.id, viewOf(row));
      return connections.map(({ deviceId }) => views.get(deviceId) ?? null);
    },
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the row of the statement above
type Row = any;

function viewOf(row: Row): PanelView {
  const timeZone = row.time_zone ?? DEFAULT_ZONE;
  return {
    id: row.id,
    thingName: row.thing_name,
    format: row.format,
    userId: row.user_id,
    nickname: row.nickname,
    unboundNotice: row.unbound_notice,
    currentSince: row.current_since,
    currentExpiresAt: row.current_expires_at,
    dwellSeconds: row.dwell_seconds,
    pollSeconds: row.poll_seconds,
    sleeps: row.sleeps,
    quietHours: { timeZone, windows: row.quiet_hours },
    pendingPresentationId: row.pending_presentation_id,
    pendingSince: row.pending_since,
    pendingAtOnce: row.pending_at_once,
    reportedPresentationId: row.reported_presentation_id,
    wantedPresentationId: row.wanted_presentation_id,
    showsWanted: row.shows_wanted,
    liveEpoch: row.live_epoch,
    frame: row.frame_key && {
      key: row.frame_key,
      sha256: row.frame_sha256,
      sizeBytes: row.frame_size_bytes,
      width: row.frame_width,
      height: row.frame_height,
    },
    page: row.page && { ...row.page, id: row.page_id },
    claim: row.code && { code: row.code, expiresAt: row.expires_at },
    hasQueue: row.has_queue,
    hasUrgent: row.has_urgent,
    pushes: pastPushes(row.past_pushes, timeZone),
  };
}
