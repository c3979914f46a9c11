import { batchWork } from '#shared/db/batch-work.ts';
import { readPrepared } from '#shared/db/prepared.ts';
import type { DisplayContext } from '../context.ts';
import type { WantedFrame } from './name-picture.ts';
import type { LastResponse, PollingPanel } from './polling-panel.ts';

const COLUMNS = `
  select d.id, d.hardware_id, d.secret_hash, d.next_secret_hash, d.protocol, d.model, d.format, d.width, d.height,
    d.user_id, d.poll_seconds, d.button, d.pending_presentation_id, d.reported_presentation_id, d.reported_sha256,
    p.told_at, p.told_seconds, p.command_id, p.frame_id, p.is_page, p.frame_sha256, p.encoding, p.picture, p.told_since,
    p.repeats, p.salt, p.slept_seconds, p.wake_reason, p.begun_picture, p.sent_picture, p.sent_at,
    coalesce(p.command_id::text = any (push.failed_command_ids), false) as has_failed
  from display.devices d left join display.polls p on p.device_id = d.id
    left join display.pushes push on push.presentation_id = p.frame_id`;
const BY_HARDWARE = { name: 'polling_panels', text: `${COLUMNS} where d.hardware_id = any ($1)` };
const BY_SECRET = {
  name: 'polling_panel_of_secret',
  text: `${COLUMNS} where d.protocol = 'trmnl' and d.secret_hash = $1 limit 1`,
};
const RECORD = {
  name: 'record_polls',
  text: `
  with said as (
    select * from jsonb_to_recordset($1::jsonb) as said (device_id uuid, epoch bigint, told_at timestamptz,
      told_seconds integer, command_id uuid, frame_id uuid, is_page boolean, frame_sha256 text, encoding text,
      picture text, told_since timestamptz, repeats integer, salt integer, slept_seconds integer, wake_reason text,
      lease_until timestamptz)
  ), leased as (
    update display.presence live set lease_until = said.lease_until
    from said where live.device_id = said.device_id and live.epoch = said.epoch
    returning live.device_id
  )
  insert into display.polls (device_id, told_at, told_seconds, command_id, frame_id, is_page, frame_sha256, encoding,
    picture, told_since, repeats, salt, slept_seconds, wake_reason)
  select device_id, told_at, told_seconds, command_id, frame_id, is_page, frame_sha256, encoding, picture, told_since,
    repeats, salt, slept_seconds, wake_reason
  from said where exists (select from leased where leased.device_id = said.device_id)
  on conflict (device_id) do update set told_at = excluded.told_at, told_seconds = excluded.told_seconds,
    command_id = excluded.command_id, frame_id = excluded.frame_id, is_page = excluded.is_page,
    frame_sha256 = excluded.frame_sha256, encoding = excluded.encoding, picture = excluded.picture,
    told_since = excluded.told_since, repeats = excluded.repeats, salt = excluded.salt,
    slept_seconds = excluded.slept_seconds, wake_reason = excluded.wake_reason`,
};
const NOTE_BEGUN = {
  name: 'picture_begun',
  // A panel that downloads a picture again no longer has it.
  text: `update display.polls set begun_picture = $2, repeats = 0, sent_picture = nullif(sent_picture, $2)
    where device_id = $1 and picture = $2`,
};
const NOTE_SENT = {
  name: 'picture_sent',
  // Ignored if another download has begun since.
  text: 'update display.polls set sent_picture = $2, sent_at = $3 where device_id = $1 and begun_picture = $2',
};

/**
 * Frames with the same pixels count only if they belong to the same user, so that a time reveals nothing about other
 * users.
 */
const FIRST_DRAWN = {
  name: 'frame_first_drawn',
  text: `
  (select same.created_at from display.presentations own
   join display.frames same on same.sha256 = $2 and same.format in ('raw1', 'raw2')
   join display.presentations other on other.id = same.presentation_id and other.user_id = own.user_id
   where own.id = $1 order by same.created_at limit 1)
  union all
  select created_at from display.system_frames where id = $1`,
};

const MAX_PANELS_PER_READ = 250;
const MAX_CONCURRENT_READS = 4;

/** Reads polling panels and stores the last responses to them, in batches. */
export function createPollRecords({ db, clock }: Pick<DisplayContext, 'db' | 'clock'>) {
  const byHardware = batchWork({
    maxItems: MAX_PANELS_PER_READ,
    concurrency: MAX_CONCURRENT_READS,
    async run(hardwareIds: string[]) {
      const rows = await readPrepared<Row>(db, BY_HARDWARE, [hardwareIds]);
      const found = new Map(rows.map((row) => [row.hardware_id as string, panelOf(row)]));
      return hardwareIds.map((hardwareId) => found.get(hardwareId) ?? null);
    },
  });
  const record = batchWork({
    maxItems: MAX_PANELS_PER_READ,
    async run(polls: { deviceId: string; epoch: number; lastResponse: LastResponse; leaseUntil: Date }[]) {
      // A panel may send two requests at the same time: the later response is stored.
      const last = [...new Map(polls.map((one) => [one.deviceId, one])).values()];
      await readPrepared(db, RECORD, [JSON.stringify(last.map(rowOf))]);
      return polls;
    },
  });
  return {
    byHardwareId: byHardware,
    async bySecret(secretHash: string): Promise<PollingPanel | null> {
      const [row] = await readPrepared<Row>(db, BY_SECRET, [secretHash]);
      return row ? panelOf(row) : null;
    },
    /**
     * Stores the response to a panel and until when it counts as online, unless a newer connection has replaced this
     * one.
     */
    async record(
      deviceId: string,
      epoch: number,
      lastResponse: LastResponse,
      leaseUntil: Date,
    ): Promise<void> {
      await record({ deviceId, epoch, lastResponse, leaseUntil });
    },
    /**
     * Returns when the pixels of a frame were first drawn among the user's stored frames; now, if the frame was just
     * removed.
     */
    async firstDrawn({ frameId, sha256 }: WantedFrame): Promise<Date> {
      const [row] = await readPrepared<{ created_at: Date }>(db, FIRST_DRAWN, [frameId, sha256]);
      return row?.created_at ?? clock.now();
    },
    async noteBegun(deviceId: string, picture: string): Promise<void> {
      await readPrepared(db, NOTE_BEGUN, [deviceId, picture]);
    },
    async noteSent(deviceId: string, picture: string): Promise<void> {
      await readPrepared(db, NOTE_SENT, [deviceId, picture, clock.now()]);
    },
  };
}
export type PollRecords = ReturnType<typeof createPollRecords>;

function rowOf({
  deviceId,
  epoch,
  lastResponse,
  leaseUntil,
}: {
  deviceId: string;
  epoch: number;
  lastResponse: LastResponse;
  leaseUntil: Date;
}) {
  return {
    device_id: deviceId,
    epoch,
    told_at: lastResponse.at,
    told_seconds: lastResponse.seconds,
    command_id: lastResponse.commandId,
    frame_id: lastResponse.frameId,
    is_page: lastResponse.isPage,
    frame_sha256: lastResponse.frameSha256,
    encoding: lastResponse.encoding,
    picture: lastResponse.picture,
    told_since: lastResponse.since,
    repeats: lastResponse.repeats,
    salt: lastResponse.salt,
    slept_seconds: lastResponse.sleptSeconds,
    wake_reason: lastResponse.reason,
    lease_until: leaseUntil,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the row of the statements above
type Row = any;

function panelOf(row: Row): PollingPanel {
  return {
    id: row.id,
    hardwareId: row.hardware_id,
    secretHash: row.secret_hash,
    nextSecretHash: row.next_secret_hash,
    protocol: row.protocol,
    model: row.model,
    format: row.format,
    width: row.width,
    height: row.height,
    userId: row.user_id,
    pollSeconds: row.poll_seconds,
    button: row.button,
    pendingPresentationId: row.pending_presentation_id,
    reportedPresentationId: row.reported_presentation_id,
    reportedSha256: row.reported_sha256,
    lastResponse: row.told_at && {
      at: row.told_at,
      seconds: row.told_seconds,
      commandId: row.command_id,
      frameId: row.frame_id,
      isPage: row.is_page,
      frameSha256: row.frame_sha256,
      encoding: row.encoding,
      picture: row.picture,
      since: row.told_since,
      repeats: row.repeats,
      salt: row.salt,
      sleptSeconds: row.slept_seconds,
      reason: row.wake_reason,
    },
    hasFailed: row.has_failed,
    begunPicture: row.begun_picture,
    sentPicture: row.sent_picture,
    sentAt: row.sent_at,
  };
}
