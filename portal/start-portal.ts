import { effect } from '@preact/signals';
import { noteUnreachable } from './api/connection.ts';
import { installation, loadInstallation, noteAccount } from './api/installation.ts';
import { readProviderReturn } from './api/session.ts';
import { navigate } from './base.ts';
import { toast } from './components/toast.ts';
import { hasHandover, restoreSession, session } from './session/credentials.ts';
import { providerReturn } from './session/provider-return.ts';
import { forgetReturnPath, returnPath } from './session/return-path.ts';
import { followChanges } from './store/live.ts';
import { followWalls } from './store/walls.ts';
import { t } from './strings/index.ts';

const RETRY_MS = 3_000;

/** Starts the session, the event stream and the stores. */
export function startPortal(): void {
  followWalls();
  followChanges();
  void retryUntilReached(async () => {
    const installed = loadInstallation();
    // A refresh token works once, so it is used only after the box has responded.
    if (!hasHandover()) await installed;
    await Promise.all([installed, findSession()]);
  });
  effect(() => {
    if (installation.value && session.value.state === 'in') noteAccount();
  });
}

async function findSession(): Promise<void> {
  if (location.hash) await finishProviderSignIn();
  if (session.value.state !== 'in') await restoreSession();
}

/** After a provider's pages, opens the screen that was wanted before them. */
async function finishProviderSignIn(): Promise<void> {
  const outcome = await readProviderReturn();
  providerReturn.value = outcome;
  if (outcome?.notice === 'password_removed') toast(t.signIn.passwordRemoved);
  if (!outcome || outcome.error) return;
  navigate(returnPath(), { replace: true });
  forgetReturnPath();
}

/** Repeats `work` until the box is reached. */
async function retryUntilReached(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      noteUnreachable();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
