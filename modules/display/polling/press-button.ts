import { AppError } from '#shared/errors.ts';
import type { DisplayContext } from '../context.ts';
import { activatePresentation } from '../delivery/activate-presentation.ts';
import { advanceQueue } from '../delivery/advance-queue.ts';
import type { ButtonAction } from '../models/device.ts';

/** What was confirmed last before the picture that should be on the screen, is not out of date and can still be sent. */
const PREVIOUS = `
  select push.presentation_id as id
  from display.devices d
  join display.pushes push on push.device_id = d.id and push.binding_id = d.binding_id
  join display.frames frame on frame.presentation_id = push.presentation_id and frame.format = d.format
  left join display.pushes now on now.presentation_id = coalesce(d.pending_presentation_id, d.current_presentation_id)
  where d.id = ? and push.published_at is not null and push.presentation_id <> now.presentation_id
    and push.queued_at < now.queued_at
    and not exists (select from display.presentations p where p.id = push.presentation_id and p.expires_at <= ?)
  order by push.queued_at desc, push.presentation_id desc limit 1`;

/** A button of a display that its owner pressed, on the panel or elsewhere. */
export interface ButtonPress {
  displayId: string;
  /** Null for a panel without an owner. */
  userId: string | null;
  /** Null for one that does nothing. */
  button: ButtonAction | null;
}

/** Does what the owner of a panel wants its button to do. */
export async function pressButton(
  context: DisplayContext,
  { displayId, userId, button }: ButtonPress,
): Promise<void> {
  if (!userId || !button) return;
  try {
    if (button === 'advance') await advanceQueue(context, { userId, displayId });
    else await goBack(context, userId, displayId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // anything else has changed hands, or gone, at this moment
  }
}

async function goBack(context: DisplayContext, userId: string, displayId: string): Promise<void> {
  const { rows } = await context.db.raw<{ rows: { id: string }[] }>(PREVIOUS, [
    displayId,
    context.clock.now(),
  ]);
  const previous = rows[0];
  if (previous) await activatePresentation(context, { userId, displayId, presentationId: previous.id });
}
