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
  JOIN_CLAIM,
  JOIN_WANTED_FRAME,
  JOIN_WANTED_PAGE,
  NEEDS_COMMAND,
  SHOWS_WANTED,
  WANTED_PRESENTATION_ID,
} from './panel-state.ts';

/** All values that determine the next command of a panel, read by one statement. */
export interface PanelView {
  id: string;
  thingName: string;
  format: FrameFormat;
  /** Null for a panel without an owner. */
  userId: string | null;
  nickname: string | null;
  unboundNotice: boolean;
  currentSince: Date | null;
  /** When the confirmed presentation expires; null: never. */
  currentExpiresAt: Date | null;
  /** The owner's setting; null for that of the installation. */
  dwellSeconds: number | null;
  /** The owner's minimum interval between wakes of a sleeping panel. */
  pollSeconds: number | null;
  /** A panel on MQTT that sleeps between its connections and gets the time to wake. */
  sleeps: boolean;
  quietHours: QuietHours;
  pendingPresentationId: string | null;
  pendingSince: Date | null;
  /** The pending presentation goes out in quiet hours too. */
  pendingAtOnce: boolean;
  /** The pending presentation, else the last confirmed one. */
  wantedPresentationId: string | null;
  /** Whether the panel has reported the wanted picture. */
  showsWanted: boolean;
  /** The presentation that the panel has reported; null for none, and for a system page. */
  reportedPresentationId: string | null;
  /** Epoch of the newest connection; null without one. */
  liveEpoch: number | null;
  /** The wanted presentation's frame in the panel's format. */
  frame: (StoredFile & { width: number; height: number }) | null;
  /** The claim page of a panel without an owner, or the welcome page of one with an owner, once rendered. */
  page: (StoredFile & { id: string }) | null;
  claim: { code: string; expiresAt: Date } | null;
  hasQueue: boolean;
  /** The queue has an urgent entry. */
  hasUrgent: boolean;
  /** Past pushes, from which the next wake of a sleeping or polling panel is planned. */
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
  left join display.frames frame on ${JOIN_WANTED_FRAME}
  left join display.claim_codes claim on ${JOIN_CLAIM}
  left join display.system_frames page on ${JOIN_WANTED_PAGE}`;

const REQUESTED_PANELS =
  'join unnest($1::uuid[], $2::bigint[]) as asked (device_id, epoch) on asked.device_id = d.id';

const ONE_PANEL = { name: 'panel', text: `${VIEW} where d.id = $1` };
const TO_RECONCILE = {
  name: 'panels_to_reconcile',
  text: `${VIEW} ${REQUESTED_PANELS}
    where live.epoch is distinct from asked.epoch or ${NEEDS_COMMAND}`,
};
const POLLING = {
  name: 'polling_panel_views',
  text: `${VIEW} ${REQUESTED_PANELS}`,
};

/** Reads a panel for one of its connections. */
export type PanelReader = (connection: { deviceId: string; epoch: number }) => Promise<PanelView | null>;

/** Returns null if the device does not exist. */
export async function readPanel(db: Db, deviceId: string): Promise<PanelView | null> {
  const [row] = await readPrepared<Row>(db, ONE_PANEL, [deviceId]);
  return row ? viewOf(row) : null;
}

/** With more, one panel would wait for many others; with fewer there are more round trips. */
const MAX_PANELS_PER_READ = 250;
/** Enough that a changed panel rarely waits for an earlier read to end. */
const MAX_CONCURRENT_READS = 4;

/**
 * Reads panels that may need a command, by the epoch of their connection, in batches. Null for a panel that shows the wanted
 * picture. A panel whose connection was superseded has another `liveEpoch`.
 */
export function panelReader(context: BatchObserver & { db: Db }): PanelReader {
  return readerOf(context, TO_RECONCILE);
}

/** Reads polling panels in batches, regardless of what they show. Null if the device does not exist. */
export function pollingPanelReader(context: BatchObserver & { db: Db }): PanelReader {
  return readerOf(context, POLLING);
}

function readerOf({ db, onBatch }: BatchObserver & { db: Db }, query: PreparedQuery): PanelReader {
  return batchWork({
    maxItems: MAX_PANELS_PER_READ,
    concurrency: MAX_CONCURRENT_READS,
    onBatch: (size) => onBatch?.('reconcile', size),
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
