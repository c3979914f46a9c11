/**
 * Whether panel `d` may have to be told something, as a condition in SQL: a row of display.devices alone decides it
 * together with what belongs to it. True for every panel for which `nextCommand` finds a command or a time to look
 * again, and now and then for another.
 */
export const NEEDS_COMMAND = `(
  d.pending_presentation_id is not null
  or (d.unbound_notice and d.user_id is null)
  or exists (
    select from display.presentations entry
    where entry.device_id = d.id and entry.state = 'queued' and entry.binding_id = d.binding_id)
  or case when d.current_presentation_id is not null then exists (
    select from display.frames frame
    where frame.presentation_id = d.current_presentation_id and frame.format = d.format
      and (d.reported_presentation_id, d.reported_sha256) is distinct from (frame.presentation_id::text, frame.sha256))
  else exists (
    select from display.system_frames page
    where page.device_id = d.id and page.files is not null
      and page.kind = case when d.user_id is null then 'claim_code' else 'bound' end
      and page.subject = coalesce(d.binding_id::text,
        (select claim.code from display.claim_codes claim where claim.device_id = d.id))
      and d.reported_sha256 is distinct from page.files -> d.format ->> 'sha256') end)`;
