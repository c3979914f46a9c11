import { effect } from '@preact/signals';
import { installation, loadInstallation, noteAccount } from './api/installation.ts';
import { navigate } from './base.ts';
import { toast } from './components/toast.ts';
import { canGoOn, resume, session } from './session/credentials.ts';
import { providerReturn } from './session/provider-return.ts';
import { forgetReturnPath, returnPath } from './session/return-path.ts';
import { adoptReturn } from './session/session.ts';
import { noteUnreachable } from './store/connection.ts';
import { followChanges } from './store/live.ts';
import { keepWalls } from './store/walls.ts';
import { t } from './strings/index.ts';

const RETRY_MS = 3_000;

/** Starts what runs beside the screens: the session, the event stream, the stores. */
export function begin(): void {
  keepWalls();
  followChanges();
  void untilReached(async () => {
    const installed = loadInstallation();
    // A refresh token works once, so it is used only after the box has responded.
    if (!canGoOn()) await installed;
    await Promise.all([installed, findSession()]);
  });
  effect(() => {
    if (installation.value && session.value.state === 'in') noteAccount();
  });
}

async function findSession(): Promise<void> {
  if (location.hash) await comeBack();
  if (session.value.state !== 'in') await resume();
}

/** After a provider's pages, opens the screen that was wanted before them. */
async function comeBack(): Promise<void> {
  const outcome = await adoptReturn();
  providerReturn.value = outcome;
  if (outcome?.notice === 'password_removed') toast(t.signIn.passwordRemoved);
  if (!outcome || outcome.error) return;
  navigate(returnPath(), { replace: true });
  forgetReturnPath();
}

/** Repeats `work` until the box is reached. */
async function untilReached(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      noteUnreachable();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
