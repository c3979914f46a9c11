import { AppError } from '#shared/errors.ts';
import type { DisplayContext } from '../context.ts';
import { activatePresentation } from '../delivery/activate-presentation.ts';
import { advanceQueue } from '../delivery/advance-queue.ts';
import type { ButtonAction } from '../models/device.ts';

/** The presentation queued last before the wanted one that was published, has not expired and still has its frame. */
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

/** A press of a display's button, on the panel or by the owner elsewhere. */
export interface ButtonPress {
  displayId: string;
  /** Null for a panel without an owner. */
  userId: string | null;
  /** Null for a button without an action. */
  button: ButtonAction | null;
}

/** Does the action that the owner has set for the button. */
export async function pressButton(
  context: DisplayContext,
  { displayId, userId, button }: ButtonPress,
): Promise<void> {
  if (!userId || !button) return;
  try {
    if (button === 'advance') await advanceQueue(context, { userId, displayId });
    else await goBack(context, userId, displayId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // an AppError means that the display or presentation was unbound or deleted meanwhile
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
