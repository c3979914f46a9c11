import { effect } from '@preact/signals';
import { installation, loadInstallation, noteAccount } from './api/installation.ts';
import { resume, session } from './session/credentials.ts';
import { providerReturn } from './session/provider-return.ts';
import { adoptReturn } from './session/session.ts';
import { missedBox } from './store/connection.ts';
import { followChanges } from './store/live.ts';
import { keepWalls } from './store/walls.ts';

const AGAIN_MS = 3_000;

/** Everything that goes on beside the screens: the session, the event stream, what the stores keep. */
export function begin(): void {
  keepWalls();
  followChanges();
  void untilReached(loadInstallation);
  void untilReached(findSession);
  effect(() => {
    if (installation.value && session.value.state === 'in') noteAccount();
  });
}

async function findSession(): Promise<void> {
  if (location.hash) providerReturn.value = await adoptReturn();
  if (session.value.state !== 'in') await resume();
}

/** Once more and once more, until the box is there. */
async function untilReached(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      missedBox();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
