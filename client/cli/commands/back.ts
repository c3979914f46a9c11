import { PlacardError } from '../../error.ts';
import type { Placard } from '../../placard.ts';
import type { Display, Presentation } from '../../types.ts';
import type { Command } from '../command.ts';
import { failure } from '../exit-codes.ts';
import { findDisplay } from '../find-display.ts';
import { LARGEST_PAGE } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import { pageTitle } from '../titles.ts';

export const command: Command = {
  usage: '[NAME]',
  words: [0, 1],
  completes: 'displays',
  async run({ words, env, output, signal }) {
    const placard = await openBox({ env, output });
    const display = await findDisplay(placard, words[0], signal);
    const shownId = display.pendingPresentationId ?? display.currentPresentationId;
    const found = shownId && (await showPageBefore(placard, display.id, shownId, signal));
    if (!found) {
      const hint = '`placard library` lists what was pushed.';
      throw failure('nothing_before', `${display.name} has shown nothing before this.`, hint);
    }
    if (output.isJson) output.json(found);
    else {
      const title = await pageTitle(placard, found.presentation, { signal });
      output.line(`${display.name} shows "${title}" again.`);
    }
  },
};

/** Pages to try. The list does not distinguish pages that left the queue unseen from pages that were shown. */
const MAX_TRIES = 20;

/**
 * Shows the newest page that this display has shown and that is older than `from`, so that going back twice goes back
 * two pages. Null when there is none.
 */
async function showPageBefore(
  placard: Placard,
  displayId: string,
  from: string,
  signal: AbortSignal,
): Promise<{ display: Display; presentation: Presentation } | null> {
  let isOlder = false;
  let attempts = 0;
  for await (const page of placard.presentations.list({ displayId, limit: LARGEST_PAGE }, { signal })) {
    if (isOlder && ['confirmed', 'expired'].includes(page.state)) {
      const display = await activate(placard, displayId, page.id, signal);
      if (display) return { display, presentation: page };
      if (++attempts === MAX_TRIES) return null;
    }
    if (page.id === from) isOlder = true;
  }
  return null;
}

/** Null when the display has never shown the page. */
async function activate(placard: Placard, displayId: string, pageId: string, signal: AbortSignal) {
  try {
    return await placard.displays.activate(displayId, pageId, { signal });
  } catch (error) {
    if (error instanceof PlacardError && error.code === 'invalid_state') return null;
    throw error;
  }
}
