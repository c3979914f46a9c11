import { type ReadonlySignal, signal } from '@preact/signals';
import { PlacardError } from '#client/index.ts';
import { anonymousConnection } from './anonymous.ts';
import { beginUse, endUse } from './first-use.ts';
import { sharedStorage, tabStorage } from './storage.ts';
import { joinTabs } from './tabs.ts';
import type { Credentials, TokenPair, User } from './token-pair.ts';

export type Session =
  | { state: 'unknown' }
  /** `ended`: there was a session, and it has ended. */
  | { state: 'out'; ended: boolean }
  | { state: 'in'; user: User };

/** Storage entry of the refresh token, which all tabs share. It works once; the tab that uses it stores the next one. */
const REFRESH = 'refresh';
/** Storage entry in which a tab keeps its session for its own reload. */
const HANDOVER = 'handover';

const current = signal<Session>({ state: 'unknown' });
export const session: ReadonlySignal<Session> = current;

/** Time that another tab needs at most to store a token that it received. */
const STORED_MS = 1_500;

let held: Credentials | null = null;
let renewing: Promise<Credentials | null> | null = null;

const tabs = joinTabs({
  current: () => held,
  onSession: setSession,
  onOut({ ended, token }) {
    const stored = refreshToken();
    // A tab that slept during its refresh may have stored the next token before this message about the old one arrives.
    if (stored === null || stored === token) clearSession(ended);
  },
});

function setSession(credentials: Credentials): void {
  const previous = current.value;
  if (previous.state === 'in' && previous.user.id !== credentials.user.id) {
    location.reload();
    return;
  }
  held = credentials;
  const isSame =
    previous.state === 'in' && JSON.stringify(previous.user) === JSON.stringify(credentials.user);
  if (!isSame) current.value = { state: 'in', user: credentials.user };
}

function clearSession(ended: boolean): void {
  held = null;
  if (current.value.state !== 'out') current.value = { state: 'out', ended };
}

export function accessToken(): string | null {
  return held?.accessToken ?? null;
}

/** Stores a new session and hands it to every tab. */
export function storeSession({ accessToken, refreshToken, user }: TokenPair): void {
  sharedStorage.write(REFRESH, refreshToken);
  endUse();
  updateSession({ accessToken, user });
}

/** Updates the session, in every tab: its access token or its user. */
export function updateSession(change: Partial<Credentials>): void {
  const credentials = held ? { ...held, ...change } : (change as Credentials);
  setSession(credentials);
  tabs.hand(credentials);
}

/** Ends the session in every tab of this browser. */
export function endSession({ ended }: { ended: boolean }): void {
  const token = refreshToken();
  sharedStorage.write(REFRESH, null);
  endUse();
  clearSession(ended);
  tabs.out({ ended, token });
}

export function refreshToken(): string | null {
  return sharedStorage.read(REFRESH);
}

/** Whether this tab stored its session before its own reload, so that it need not refresh. */
export function hasHandover(): boolean {
  return tabStorage.read(HANDOVER) !== null;
}

/** Restores the session of this browser, if there is one. @throws {PlacardError} when the box cannot be reached */
export async function restoreSession(): Promise<void> {
  const left = tabStorage.read(HANDOVER);
  tabStorage.write(HANDOVER, null);
  if (!refreshToken()) return clearSession(false);
  if (left) setSession(JSON.parse(left) as Credentials);
  else await renew(null);
}

// Kept for a reload of this tab: a page that ends during a refresh would lose the session.
addEventListener('pagehide', () => held && tabStorage.write(HANDOVER, JSON.stringify(held)));
addEventListener('pageshow', ({ persisted }) => persisted && tabStorage.write(HANDOVER, null));

/**
 * Gets a token other than the stale one, from another tab or by refreshing. Null when the session has ended, of which all tabs
 * are notified. @throws {PlacardError} when the box cannot be reached
 */
export function renew(stale: string | null): Promise<Credentials | null> {
  if (held && held.accessToken !== stale) return Promise.resolve(held);
  renewing ??= renewWithOthers(stale).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewWithOthers(stale: string | null): Promise<Credentials | null> {
  const isOver = () =>
    (held !== null && held.accessToken !== stale) || (held === null && current.value.state === 'out');
  await tabs.renew(stale, isOver, refresh);
  return held;
}

async function refresh(): Promise<void> {
  const ended = held;
  const token = refreshToken();
  if (!token) return endSession({ ended: held !== null });
  // Only this browser has to sign in again: the user's other sessions stay.
  if (!beginUse(token)) return endSession({ ended: true });
  try {
    const body = { refreshToken: token };
    storeSession(await anonymousConnection.json<TokenPair>({ method: 'POST', path: 'auth/refresh', body }));
  } catch (error) {
    if (!(error instanceof PlacardError) || error.status !== 401) {
      if (isFromBox(error)) endUse();
      throw error;
    }
    // Another tab may have used it and not yet stored the next one.
    if (refreshToken() === token) await new Promise((resolve) => setTimeout(resolve, STORED_MS));
    if (held && held !== ended) return;
    if (refreshToken() !== token) return refresh();
    endSession({ ended: true });
  }
}

/** Whether the box itself refused the request, so that the token is unused. After a proxy's error that is unknown. */
function isFromBox(error: unknown): boolean {
  return (
    error instanceof PlacardError && error.status !== null && error.status !== 502 && error.status !== 504
  );
}
