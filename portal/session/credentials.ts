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

/** What a request needs, and whose it is. In the memory of each tab. */
export interface Credentials {
  accessToken: string;
  user: User;
}

export interface TokenPair extends Credentials {
  refreshToken: string;
}

export type Session =
  | { state: 'unknown' }
  /** `ended`: it was there and has been ended. */
  | { state: 'out'; ended: boolean }
  | { state: 'in'; user: User };

/** Shared by all tabs: works once, and the tab that uses it stores the next one. */
const REFRESH = 'refresh';
/** Left by this very tab for when it loads again. */
const HANDOVER = 'handover';

const current = signal<Session>({ state: 'unknown' });
export const session: ReadonlySignal<Session> = current;

/** Until then another page has stored what it got. */
const STORED_MS = 1_500;

let held: Credentials | null = null;
let renewing: Promise<Credentials | null> | null = null;

const { connection } = new Placard({ url: boxUrl, token: () => null, maxRetries: 0 });

const tabs = joinTabs({
  current: () => held,
  onSession: hold,
  onOut({ ended, token }) {
    const stored = refreshToken();
    // A tab that slept while it refreshed has stored the next token when it hears that the one before is over.
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

/** A new session, which every tab goes on with. */
export function adopt({ accessToken, refreshToken, user }: TokenPair): void {
  shared.write(REFRESH, refreshToken);
  endUse();
  keep({ accessToken, user });
}

/** What has changed of the session: its access token, or what is known of the user. */
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

/** Whether this very tab has left its session for when it loads again, so that none has to be refreshed. */
export function canGoOn(): boolean {
  return ownTab.read(HANDOVER) !== null;
}

/** Finds the session that this browser has, if it has one. @throws {PlacardError} when the box cannot be reached */
export async function resume(): Promise<void> {
  const left = ownTab.read(HANDOVER);
  ownTab.write(HANDOVER, null);
  if (!refreshToken()) return drop(false);
  if (left) hold(JSON.parse(left) as Credentials);
  else await renew(null);
}

// Only between two pages of one tab: a page that went away while it refreshed would have lost the session.
addEventListener('pagehide', () => held && ownTab.write(HANDOVER, JSON.stringify(held)));
addEventListener('pageshow', ({ persisted }) => persisted && ownTab.write(HANDOVER, null));

/**
 * A token other than the stale one: from another tab, or by refreshing. Null when the session is over, which all tabs are
 * told. @throws {PlacardError} when the box cannot be reached
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
  // Only this browser has to sign in anew: its other devices keep their sessions.
  if (!beginUse(token)) return forget({ ended: true });
  try {
    const body = { refreshToken: token };
    adopt(await connection.json<TokenPair>({ method: 'POST', path: 'auth/refresh', body }));
  } catch (error) {
    if (!(error instanceof PlacardError) || error.status !== 401) {
      if (isAnswer(error)) endUse();
      throw error;
    }
    // Another page may have used it a moment ago, and leaves the next one in a moment.
    if (refreshToken() === token) await new Promise((resolve) => setTimeout(resolve, STORED_MS));
    if (held && held !== before) return;
    if (refreshToken() !== token) return refresh();
    forget({ ended: true });
  }
}

/** Whether the box itself refused, and has not used the token. A proxy's word says nothing of that. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof PlacardError && error.status !== null && error.status !== 502 && error.status !== 504
  );
}
