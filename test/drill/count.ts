import { isDeepStrictEqual } from 'node:util';
import { simulatedPanel } from '#test/support/simulated-panels.ts';
import { hashOf, type Inventory, listContents, type WallPanel } from './fill.ts';
import { clientOf, done } from './people.ts';

const SDK = '/api/sdk/v1';

/** The worker of an installation that was just restored goes on with what it was busy with. */
const WAITING = { timeoutMs: 240_000 };

/** How many of a kind there are, of how many. */
export interface Count {
  what: string;
  found: number;
  of: number;
}

/** Looks for everything of an inventory in an installation at another address, through its public endpoints. */
export async function count(url: string, mqttUrl: string, inventory: Inventory): Promise<Count[]> {
  const { people, panels, contents, plan } = inventory;
  const tokens = people.flatMap((person) => person.tokens);
  const there = new Set(await listContents(url, people[0] as Inventory['people'][0]));
  const walls = await Promise.all(panels.map((panel) => look(url, mqttUrl, panel)));
  const billed = await done(clientOf(url, people[0]?.accessToken).get('/api/app/v1/billing'));
  const isServed = async (token: string) =>
    (await clientOf(url, token).get(`${SDK}/displays`)).status === 200;
  const isSignedIn = async ({ accessToken, refreshToken }: Inventory['people'][0]) => {
    const me = await clientOf(url, accessToken).get('/auth/me');
    const refreshed = await clientOf(url).post('/auth/refresh', { body: { refreshToken } });
    return me.status === 200 && refreshed.status === 200;
  };
  return [
    counted('sessions', await Promise.all(people.map(isSignedIn))),
    counted('tokens', await Promise.all(tokens.map(isServed))),
    counted(
      'contents',
      contents.map((id) => there.has(id)),
    ),
    counted('subscriptions', [billed.plan === plan && billed.status === 'active']),
    counted(
      'signed addresses',
      walls.map(({ hasPreview }) => hasPreview),
    ),
    counted(
      'queues',
      walls.map(({ hasQueue }) => hasQueue),
    ),
    counted(
      'panels with their picture',
      walls.map(({ shows }) => shows),
    ),
    counted(
      'panels with the next one of their queue',
      walls.map(({ advances }) => advances),
    ),
  ];
}

function counted(what: string, found: boolean[]): Count {
  return { what, found: found.filter(Boolean).length, of: found.length };
}

/** A panel comes back with nothing on its glass, and is brought to what it should show; then to what waits in its queue. */
async function look(server: string, mqttUrl: string, wall: WallPanel) {
  const { owner, displayId, hardwareId, credentials, shows, queue, preview } = wall;
  const sdk = clientOf(server, owner.tokens[0]);
  const waiting = await done(sdk.get(`${SDK}/displays/${displayId}/queue`));
  const queued = waiting.items.map(({ id }: { id: string }) => id);
  const panel = simulatedPanel({ server, hardwareId, credentials, mqttUrl, heartbeatMs: 60_000 });
  await panel.connect();
  const frame = await panel.shown(shows.presentationId, WAITING);
  await done(sdk.post(`${SDK}/displays/${displayId}/advance`));
  await panel.confirmed(queue[0] as string, WAITING);
  const advances = panel.screen?.presentationId === queue[0] && panel.screen?.frame.sha256 !== shows.sha256;
  await panel.sleep();
  return {
    hasQueue: isDeepStrictEqual(queued, queue),
    hasPreview: (await hashOf(server + preview.address)) === preview.sha256,
    shows: frame.sha256 === shows.sha256,
    advances,
  };
}
