import { newId } from '#shared/ids.ts';
import { testWithFacade } from './facade-test.ts';

const test = testWithFacade();

test('the response for a display has every field of the table', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const id = await stand.addDisplay(userId);
  const { status, body } = await stand.as(userId).get(`/api/displays/${id}`);
  t.is(status, 200);
  const { hardwareId, thingName, name, boundAt, ...rest } = body;
  t.is(hardwareId, `hw-${id}`);
  t.is(name, thingName);
  t.truthy(boundAt);
  t.deepEqual(rest, {
    id,
    nickname: null,
    firmware: null,
    batteryPercent: null,
    online: false,
    lastSeenAt: null,
    stateUpdatedAt: null,
    tags: [],
    syncIntervalMinutes: null,
    nextSyncAt: null,
    currentPresentationId: null,
    currentPresentationUpdatedAt: null,
    pendingPresentationId: null,
    capabilities: {
      pixelWidth: 800,
      pixelHeight: 480,
      orientation: 'landscape',
      colorMode: 'mono',
      supportedImageContentTypes: ['image/png', 'image/jpeg'],
      supportedOutputFormats: ['png', 'raw2', 'raw4'],
    },
  });
});

test('an offline display keeps its references, capabilities and last-known state', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const longAgo = new Date('2026-01-02T03:04:05.678Z');
  const id = await stand.addDisplay(userId, {
    nickname: 'Kitchen',
    tags: ['home', 'wall'],
    firmware: '1.2.3',
    battery_percent: 42.5,
    last_seen_at: longAgo,
    state_updated_at: longAgo,
    current_since: longAgo,
  });
  const current = await stand.push(userId, { displayId: id });
  const pending = await stand.push(userId, { displayId: id });
  const references = { current_presentation_id: current, pending_presentation_id: pending };
  await stand.db('display.devices').where({ id }).update(references);
  const { body } = await stand.as(userId).get(`/api/displays/${id}`);
  t.like(body, {
    name: 'Kitchen',
    nickname: 'Kitchen',
    tags: ['home', 'wall'],
    firmware: '1.2.3',
    batteryPercent: 42.5,
    online: false,
    lastSeenAt: longAgo.toISOString(),
    stateUpdatedAt: longAgo.toISOString(),
    currentPresentationId: current,
    currentPresentationUpdatedAt: longAgo.toISOString(),
    pendingPresentationId: pending,
  });
});

test('a display is online while connected, and for 90 seconds after it was last seen', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const now = stand.context.clock.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const cases = [
    { seen: 80, lease: null, online: true },
    { seen: 100, lease: null, online: false },
    { seen: 1000, lease: -20, online: true },
    { seen: 1000, lease: 5, online: false },
  ];
  for (const { seen, lease, online } of cases) {
    const id = await stand.addDisplay(userId, { last_seen_at: ago(seen) });
    const presence = { device_id: id, gateway_id: newId(), epoch: 1, connected_at: ago(2000) };
    if (lease !== null) await stand.db('display.presence').insert({ ...presence, lease_until: ago(lease) });
    const { body } = await stand.as(userId).get(`/api/displays/${id}`);
    t.is(body.online, online, `seen ${seen} s ago, lease ended ${lease} s ago`);
  }
});

test('every display route: malformed 400, unknown or ownerless 404, another user’s 403', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const foreign = await stand.addDisplay(await stand.addUser());
  const ownerless = await stand.addDisplay(null);
  const paths = ['', '/queue', '/current-presentation'].map(
    (rest) => (id: string) => `/api/displays/${id}${rest}`,
  );
  for (const path of [...paths, (id: string) => `/api/presentations?displayId=${id}`]) {
    const response = async (id: string) => {
      const { status, body } = await stand.as(userId).get(path(id));
      return `${status} ${body.error.code}`;
    };
    t.is(await response('not-a-uuid'), '400 invalid_request');
    t.is(await response(newId()), '404 display_not_found');
    t.is(await response(ownerless), '404 display_not_found');
    t.is(await response(foreign), '403 access_denied');
  }
});

test('displays are paged by the time they were bound, newest first', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  t.deepEqual((await stand.as(userId).get('/api/displays')).body, {
    items: [],
    nextCursor: null,
    hasMore: false,
  });
  const ids: string[] = [];
  for (let i = 0; i < 5; i++)
    ids.push(await stand.addDisplay(userId, { bound_at: new Date(1e12 + (i >> 1)) }));
  await stand.addDisplay(await stand.addUser());
  const seen: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < 3; pages++) {
    const { body } = await stand.as(userId).get(`/api/displays?limit=2${cursor}`);
    seen.push(...body.items.map((item: { id: string }) => item.id));
    t.is(body.hasMore, body.nextCursor !== null);
    cursor = `&cursor=${body.nextCursor}`;
  }
  t.deepEqual(seen, ids.toReversed());
  t.is(cursor, '&cursor=null');
});
