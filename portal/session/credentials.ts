import { type ReadonlySignal, signal } from '@preact/signals';
import { Placard, PlacardError } from '#client/index.ts';
import { boxUrl } from '../base.ts';
import { beginUse, endUse } from './first-use.ts';
import { ownTab, shared } from './storage.ts';
import { joinTabs } from './tabs.ts';

export interface User {
  id: string;
  email: string;
  username: string;
}

/** The access token and its user, in the memory of each tab. */
export interface Credentials {
  accessToken: string;
  user: User;
}

export interface TokenPair extends Credentials {
  refreshToken: string;
}

export type Session =
  | { state: 'unknown' }
  /** `ended`: there was a session, and it has ended. */
  | { state: 'out'; ended: boolean }
  | { state: 'in'; user: User };

/** The refresh token, which all tabs share. It works once, and the tab that uses it stores the next one. */
const REFRESH = 'refresh';
/** The session that a tab leaves for its own reload. */
const HANDOVER = 'handover';

const current = signal<Session>({ state: 'unknown' });
export const session: ReadonlySignal<Session> = current;

/** Time within which another page has stored the token that it received. */
const STORED_MS = 1_500;

let held: Credentials | null = null;
let renewing: Promise<Credentials | null> | null = null;

const { connection } = new Placard({ url: boxUrl, token: () => null, maxRetries: 0 });

const tabs = joinTabs({
  current: () => held,
  onSession: hold,
  onOut({ ended, token }) {
    const stored = refreshToken();
    // A tab that slept during its refresh may have stored the next token before this message about the old one arrives.
    if (stored === null || stored === token) drop(ended);
  },
});

function hold(credentials: Credentials): void {
  const before = current.value;
  if (before.state === 'in' && before.user.id !== credentials.user.id) {
    location.reload();
    return;
  }
  held = credentials;
  const isSame = before.state === 'in' && JSON.stringify(before.user) === JSON.stringify(credentials.user);
  if (!isSame) current.value = { state: 'in', user: credentials.user };
}

function drop(ended: boolean): void {
  held = null;
  if (current.value.state !== 'out') current.value = { state: 'out', ended };
}

export function accessToken(): string | null {
  return held?.accessToken ?? null;
}

/** Stores a new session and hands it to every tab. */
export function adopt({ accessToken, refreshToken, user }: TokenPair): void {
  shared.write(REFRESH, refreshToken);
  endUse();
  keep({ accessToken, user });
}

/** Updates the session, in every tab: its access token or its user. */
export function keep(change: Partial<Credentials>): void {
  const credentials = held ? { ...held, ...change } : (change as Credentials);
  hold(credentials);
  tabs.hand(credentials);
}

/** Ends the session in every tab of this browser. */
export function forget({ ended }: { ended: boolean }): void {
  const token = refreshToken();
  shared.write(REFRESH, null);
  endUse();
  drop(ended);
  tabs.out({ ended, token });
}

export function refreshToken(): string | null {
  return shared.read(REFRESH);
}

/** Whether this tab left its session for its own reload, so that it need not refresh. */
export function canGoOn(): boolean {
  return ownTab.read(HANDOVER) !== null;
}

/** Restores the session of this browser, if there is one. @throws {PlacardError} when the box cannot be reached */
export async function resume(): Promise<void> {
  const left = ownTab.read(HANDOVER);
  ownTab.write(HANDOVER, null);
  if (!refreshToken()) return drop(false);
  if (left) hold(JSON.parse(left) as Credentials);
  else await renew(null);
}

// For a reload in the same tab: a page that is left during a refresh would lose the session.
addEventListener('pagehide', () => held && ownTab.write(HANDOVER, JSON.stringify(held)));
addEventListener('pageshow', ({ persisted }) => persisted && ownTab.write(HANDOVER, null));

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
  const before = held;
  const token = refreshToken();
  if (!token) return forget({ ended: held !== null });
  // Only this browser has to sign in again: the user's other sessions stay.
  if (!beginUse(token)) return forget({ ended: true });
  try {
    const body = { refreshToken: token };
    adopt(await connection.json<TokenPair>({ method: 'POST', path: 'auth/refresh', body }));
  } catch (error) {
    if (!(error instanceof PlacardError) || error.status !== 401) {
      if (isAnswer(error)) endUse();
      throw error;
    }
    // Another page may have used it a moment ago and be about to store the next one.
    if (refreshToken() === token) await new Promise((resolve) => setTimeout(resolve, STORED_MS));
    if (held && held !== before) return;
    if (refreshToken() !== token) return refresh();
    forget({ ended: true });
  }
}

/** Whether the box itself refused and has not used the token. A proxy's error does not tell that. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof PlacardError && error.status !== null && error.status !== 502 && error.status !== 504
  );
}
