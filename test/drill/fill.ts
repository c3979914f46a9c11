import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from '#client/panel/enroll.ts';
import { newId } from '#shared/ids.ts';
import { photographPng } from '#test/support/images.ts';
import { simulatedPanel } from '#test/support/simulated-panels.ts';
import { clientOf, done, moveIn, type Resident } from './people.ts';

const PUSHES_AT_ONCE = 16;
const SDK = '/api/sdk/v1';

export interface Sizes {
  people: number;
  panels: number;
  contents: number;
}

/** A panel on a wall, as it and its owner know it. */
export interface WallPanel {
  owner: Resident;
  hardwareId: string;
  displayId: string;
  credentials: Credentials;
  shows: { presentationId: string; sha256: string };
  /** What waits in its queue. */
  queue: string[];
  /** Path and query of its preview, and the SHA-256 of its bytes. */
  preview: { address: string; sha256: string };
}

/** What was put in, to be found again. */
export interface Inventory {
  people: Resident[];
  panels: WallPanel[];
  /** Ids of the contents of the first account. */
  contents: string[];
  /** That it has subscribed to. */
  plan: string;
}

/** Fills an installation through its public endpoints. Panels are asleep afterwards. */
export async function fill(url: string, sizes: Sizes): Promise<Inventory> {
  const people = await Promise.all(Array.from({ length: sizes.people }, () => moveIn(url)));
  const [librarian, ...owners] = people as [Resident, ...Resident[]];
  const panels = await Promise.all(
    Array.from({ length: sizes.panels }, (_, n) => hangPanel(url, owners[n % owners.length] as Resident, n)),
  );
  const plan = await subscribe(url, librarian);
  await pushNotes(url, librarian, sizes.contents);
  return { people, panels, contents: await listContents(url, librarian), plan };
}

async function hangPanel(server: string, owner: Resident, n: number): Promise<WallPanel> {
  const hardwareId = `drill-${newId()}`;
  const panel = simulatedPanel({ server, hardwareId, heartbeatMs: 60_000 });
  await panel.connect();
  const body = { code: await panel.claimCode(), nickname: `Wall ${n}` };
  const { id: displayId } = await done(
    clientOf(server, owner.accessToken).post('/api/app/v1/displays/claim', { body }),
  );
  const sdk = clientOf(server, owner.tokens[0]);
  const push = async (seed: number) => {
    const raw = await photographPng(200, 120, seed);
    const made = await done(sdk.post(`/push/${displayId}?mode=hardcode&wait=1`, { raw }));
    return settled(sdk, made.content.id);
  };
  const presentationId = await push(2 * n + 1);
  await panel.confirmed(presentationId, { timeoutMs: 240_000 });
  const waiting = await push(2 * n + 2);
  const shown = panel.screen?.frame.sha256 as string;
  await panel.sleep();
  const current = await done(sdk.get(`${SDK}/displays/${displayId}/current-presentation`));
  const address: string = current.presentation.image.url;
  const { pathname, search } = new URL(address);
  return {
    ...{ owner, hardwareId, displayId, queue: [waiting] },
    credentials: panel.credentials as Credentials,
    shows: { presentationId, sha256: shown },
    preview: { address: pathname + search, sha256: await hashOf(address) },
  };
}

/** The presentation of a content that has been processed. */
async function settled(sdk: ReturnType<typeof clientOf>, contentId: string): Promise<string> {
  for (;;) {
    const { state, presentationIds } = await done(sdk.get(`${SDK}/contents/${contentId}`));
    if (state === 'failed') throw new Error(`the content ${contentId} failed`);
    if (state === 'ready') return presentationIds[0];
    await pause(50);
  }
}

/** Some are still being worked on when this is done, and after the backup. */
async function pushNotes(url: string, { tokens }: Resident, count: number): Promise<void> {
  const sdk = clientOf(url, tokens[0]);
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const raw = Buffer.from(`Note ${next++}: the water is off on Tuesday.`);
      await done(sdk.post('/push', { raw }));
    }
  };
  await Promise.all(Array.from({ length: PUSHES_AT_ONCE }, lane));
}

async function subscribe(url: string, { accessToken }: Resident): Promise<string> {
  const app = clientOf(url, accessToken);
  const body = { plan: 'pro', interval: 'month' };
  const checkout = await done(app.post('/api/app/v1/billing/checkout', { body }));
  await fetch(checkout.url, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
  for (;;) {
    const { plan, status } = await done(app.get('/api/app/v1/billing'));
    if (plan === 'pro' && status === 'active') return plan;
    await pause(50);
  }
}

/** Every content of an account, page by page. */
export async function listContents(url: string, { tokens }: Resident): Promise<string[]> {
  const sdk = clientOf(url, tokens[0]);
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page = await done(sdk.get(`${SDK}/contents?limit=50${query}`));
    ids.push(...page.items.map(({ id }: { id: string }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids.sort();
}

export async function hashOf(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) return `status ${response.status}`;
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}
