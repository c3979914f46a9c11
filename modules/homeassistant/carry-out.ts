import { AppError } from '#shared/errors.ts';
import type { HomeAssistantContext } from './context.ts';
import type { Action } from './topics.ts';

/** Bytes of a note: about a page of text. */
const MAX_NOTE_BYTES = 64 * 1024;

/** Carries out a command to a display: show the next picture, the previous one, or a note. */
export async function carryOut(
  { db, log, display, library }: HomeAssistantContext,
  { displayId, action }: { displayId: string; action: Action },
  payload: Buffer,
): Promise<void> {
  const [owned] = await display.presenceOf(db, { displayId });
  if (!owned) return;
  const { userId } = owned;
  try {
    if (action === 'notify') {
      const text = payload.subarray(0, MAX_NOTE_BYTES).toString('utf8').trim();
      if (text === '') return;
      const options = { display: displayId };
      await library.pushDirectly({ userId, assets: [{ type: 'text', text }], options });
    } else await display.pressButton({ userId, displayId, button: action === 'next' ? 'advance' : 'back' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn(
      { displayId, action, code: error.code, reason: error.message },
      'command of Home Assistant refused',
    );
  }
}
