import type { Device } from '../models/device.ts';

/**
 * The wanted picture of panel `d`, and whether it is shown, as SQL conditions on a row of display.devices: the only
 * definition for deliveries, heartbeats and reports. The wanted picture is the pending presentation, else the last
 * confirmed one, else the system page for its ownership.
 */
export const WANTED_PRESENTATION_ID = 'coalesce(d.pending_presentation_id, d.current_presentation_id)';

/** The same of a row that was read. */
export function wantedPresentationId(
  device: Pick<Device, 'pendingPresentationId' | 'currentPresentationId'>,
): string | null {
  return device.pendingPresentationId ?? device.currentPresentationId;
}

/** Joins `frame`: of the wanted presentation, in the panel's format. */
export const JOIN_WANTED_FRAME = `frame.presentation_id = ${WANTED_PRESENTATION_ID} and frame.format = d.format`;

/** Joins `claim`: the claim code of a panel without an owner. */
export const JOIN_CLAIM = 'claim.device_id = d.id and d.user_id is null';

/** Joins `page`, after `claim`: the claim page of a panel without an owner, the welcome page of one with an owner. */
export const JOIN_WANTED_PAGE = `page.device_id = d.id
  and page.kind = case when d.user_id is null then 'claim_code' else 'bound' end
  and page.subject = coalesce(d.binding_id::text, claim.code)`;

/** A pending presentation has no confirm since its publication, so an older report does not count. */
export const SHOWS_FRAME = `(d.pending_presentation_id is null
  and (d.reported_presentation_id, d.reported_sha256) = (frame.presentation_id::text, frame.sha256))`;

/** System pages are compared by their hash only. */
const SHOWS_PAGE = `d.reported_sha256 = page.files -> d.format ->> 'sha256'`;

/** Whether the panel has reported the wanted picture. Needs `frame` and `page`. */
export const SHOWS_WANTED = `case when ${WANTED_PRESENTATION_ID} is null then ${SHOWS_PAGE} else ${SHOWS_FRAME} end is true`;

/** The panel's queue entries. */
export const QUEUE_ENTRIES = `from display.presentations entry
  where entry.device_id = d.id and entry.state = 'queued' and entry.binding_id = d.binding_id`;

export const HAS_QUEUE = `exists (select ${QUEUE_ENTRIES})`;
export const HAS_URGENT = `exists (select ${QUEUE_ENTRIES} and entry.urgent)`;

/**
 * Whether there may be a command for the panel. True for every panel for which `nextCommand` finds a command or a time to
 * check again, and sometimes for others. Needs no join.
 */
export const NEEDS_COMMAND = `(
  d.pending_presentation_id is not null
  or (d.unbound_notice and d.user_id is null)
  or (d.sleeps and d.user_id is not null)
  or ${HAS_QUEUE}
  or d.current_expires_at is not null
  or case when d.current_presentation_id is not null then exists (
    select from display.frames frame where ${JOIN_WANTED_FRAME} and ${SHOWS_FRAME} is not true)
  else exists (
    select from display.system_frames page left join display.claim_codes claim on ${JOIN_CLAIM}
    where ${JOIN_WANTED_PAGE} and page.files is not null and (${SHOWS_PAGE}) is not true) end)`;
