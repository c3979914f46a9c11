import anyTest, { type TestFn } from 'ava';
import sharp from 'sharp';
import { newId } from '#shared/ids.ts';
import { normaliseOutput } from '../../../modules/display/output-profile.ts';
import { type FacadeStand, startFacade } from './facade-stand.ts';

const test = anyTest as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade();
});
test.after.always(async (t) => t.context.close());

test('a display is answered with every field of the table', async (t) => {
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
    const answer = async (id: string) => {
      const { status, body } = await stand.as(userId).get(path(id));
      return `${status} ${body.error.code}`;
    };
    t.is(await answer('not-a-uuid'), '400 invalid_request');
    t.is(await answer(newId()), '404 display_not_found');
    t.is(await answer(ownerless), '404 display_not_found');
    t.is(await answer(foreign), '403 access_denied');
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

test('cursors are bound to their list, its filters and the user; limits are checked', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  for (let i = 0; i < 2; i++) await stand.push(userId, { displayId });
  const first = await stand.as(userId).get('/api/presentations?scope=all&limit=1');
  const cursor: string = first.body.nextCursor;
  const status = async (path: string, who = userId) => (await stand.as(who).get(path)).status;
  t.is(await status(`/api/presentations?scope=all&limit=2&cursor=${cursor}`), 200);
  t.is(await status(`/api/presentations?scope=display&cursor=${cursor}`), 400);
  t.is(await status(`/api/presentations?scope=all&state=failed&cursor=${cursor}`), 400);
  t.is(await status(`/api/presentations?scope=all&cursor=${cursor}`, await stand.addUser()), 400);
  t.is(await status(`/api/displays?cursor=${cursor}`), 400);
  t.is(await status(`/api/presentations?scope=all&cursor=x${cursor}`), 400);
  t.is(await status('/api/presentations?cursor='), 400);
  for (const limit of ['0', '51', '-1', '1.5', 'x', '']) {
    t.is(await status(`/api/presentations?limit=${limit}`), 400, `limit ${limit}`);
  }
  for (const bad of ['scope=mine', 'state=done', 'displayId=5']) {
    t.is(await status(`/api/presentations?${bad}`), 400, bad);
  }
});

test('the queue shows what waits, highest priority first and oldest first within one', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const add = async (priority: number) => {
    const id = await stand.push(userId, { displayId }, { priority });
    await stand.db('display.presentations').where({ id }).update({ state: 'queued' });
    return id;
  };
  const low = [await add(0), await add(0), await add(0)];
  const high = [await add(5), await add(5)];
  await stand.push(userId, { displayId }); // still preparing
  const published = await add(9);
  await stand.db('display.presentations').where({ id: published }).update({ state: 'published' });

  const seen: string[] = [];
  let query = '?limit=2';
  for (;;) {
    const { body } = await stand.as(userId).get(`/api/displays/${displayId}/queue${query}`);
    seen.push(...body.items.map((item: { id: string }) => item.id));
    if (!body.hasMore) break;
    query = `?limit=2&cursor=${body.nextCursor}`;
  }
  t.deepEqual(seen, [...high, ...low]);

  const { body } = await stand.as(userId).get(`/api/displays/${displayId}/queue`);
  const summary = ['id', 'displayId', 'contentIds', 'mode', 'state', 'createdAt', 'updatedAt'];
  t.deepEqual(Object.keys(body.items[0]).sort(), summary.sort());
});

test('the queue’s `from` is inclusive and its `to` exclusive', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const ids: string[] = [];
  for (let day = 1; day <= 3; day++) {
    const id = await stand.push(userId, { displayId });
    const created_at = `2026-11-0${day}T12:00:00.000Z`;
    await stand.db('display.presentations').where({ id }).update({ state: 'queued', created_at });
    ids.push(id);
  }
  const between = async (query: string) => {
    const { status, body } = await stand.as(userId).get(`/api/displays/${displayId}/queue?${query}`);
    return status === 200 ? body.items.map((item: { id: string }) => ids.indexOf(item.id)) : status;
  };
  t.deepEqual(await between('from=2026-11-02T12:00:00Z'), [1, 2]);
  t.deepEqual(await between('to=2026-11-02T12:00:00Z'), [0]);
  t.deepEqual(await between('from=2026-11-02T13:00:00%2B01:00&to=2026-11-03T12:00:00Z'), [1]);
  t.is(await between('from=yesterday'), 400);
});

test('a presentation has no image until it is rendered, then one in the format asked for', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const contents = [{ id: newId(), role: 'input' as const }];
  const id = await stand.push(userId, { displayId }, { contents, title: 'Cat' });
  const path = `/api/presentations/${id}`;
  const before = (await stand.as(userId).get(path)).body;
  t.like(before, {
    state: 'preparing',
    image: null,
    scene: null,
    analysisId: null,
    title: 'Cat',
    failure: null,
  });
  t.deepEqual(before.renditions, []);
  t.deepEqual(before.contentIds, [contents[0]?.id]);
  t.deepEqual(before.output, {
    formats: ['png', 'raw2', 'raw4'],
    preset: null,
    viewport: { width: 800, height: 480 },
    colorMode: 'monochrome',
    pixelRatio: 1,
  });

  await stand.render(id);
  const sizes = { png: null, raw2: 96_000, raw4: 192_000 };
  for (const [format, size] of Object.entries(sizes)) {
    const { body } = await stand.as(userId).get(`${path}?format=${format}`);
    t.like(body.image, { format, width: 800, height: 480 });
    const bytes = await download(body.image.url);
    if (size) t.is(bytes.length, size);
    else t.like(await sharp(bytes).metadata(), { format: 'png', width: 800, height: 480 });
  }
  t.is((await stand.as(userId).get(path)).body.image.format, 'png');
  for (const format of ['raw1', 'jpeg', ''])
    t.is((await stand.as(userId).get(`${path}?format=${format}`)).status, 400);
});

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

test('each read signs the same stored image anew', async (t) => {
  const stand = await startFacade();
  t.teardown(() => stand.close());
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const id = await stand.push(userId, { displayId });
  await stand.render(id);
  const read = async () => (await stand.as(userId).get(`/api/presentations/${id}`)).body.image;
  const first = await read();
  stand.moveClock(1000);
  t.not((await fetch(first.url)).status, 200);
  const second = await read();
  t.not(second.url, first.url);
  t.is(second.updatedAt, first.updatedAt);
  t.is(new URL(second.url).pathname, new URL(first.url).pathname);
  await t.notThrowsAsync(download(second.url));
  const life = Date.parse(second.expiresAt) - stand.context.clock.now().getTime();
  t.true(life > 890_000 && life <= 900_000);
});

test('content ids take the form that fits the mode, in their order', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const contents = [
    { id: newId(), role: 'input' as const },
    { id: newId(), role: 'input' as const },
    { id: newId(), role: 'context' as const },
  ];
  for (const mode of ['auto', 'manual', 'hardcode', 'ai', 'direct'] as const) {
    const id = await stand.push(userId, { displayId }, { contents, mode, analysisId: 'run-1' });
    const { body } = await stand.as(userId).get(`/api/presentations/${id}`);
    const expected = mode === 'ai' || mode === 'direct' ? contents : contents.map((content) => content.id);
    t.deepEqual(body.contentIds, expected, mode);
    t.is(body.analysisId, 'run-1');
  }
});

test('a presentation of another user is not found, on every route', async (t) => {
  const stand = t.context;
  const owner = await stand.addUser();
  const userId = await stand.addUser();
  const id = await stand.push(owner, { displayId: await stand.addDisplay(owner) });
  const cases: [string, string][] = [
    [id, '404 presentation_not_found'],
    [newId(), '404 presentation_not_found'],
    ['x', '400 invalid_request'],
  ];
  for (const [which, code] of cases) {
    const read = await stand.as(userId).get(`/api/presentations/${which}`);
    t.is(`${read.status} ${read.body.error.code}`, code);
    const body = { formats: ['png'] };
    const made = await stand.as(userId).post(`/api/presentations/${which}/renditions`, { body });
    t.is(`${made.status} ${made.body.error.code}`, code);
  }
});

test('the current presentation is what was confirmed, also for an offline panel; null before that', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const path = `/api/displays/${displayId}/current-presentation`;
  t.deepEqual((await stand.as(userId).get(path)).body, { presentation: null });
  const id = await stand.push(userId, { displayId });
  await stand.render(id);
  await stand.db('display.devices').where({ id: displayId }).update({ pending_presentation_id: id });
  t.deepEqual((await stand.as(userId).get(path)).body, { presentation: null });
  await stand.db('display.devices').where({ id: displayId }).update({ current_presentation_id: id });
  const { presentation } = (await stand.as(userId).get(`${path}?format=raw2`)).body;
  t.is(presentation.id, id);
  t.is(presentation.image.format, 'raw2');
  t.is((await stand.as(userId).get(`${path}?format=bmp`)).status, 400);
});

test('presentations are listed by scope, display and state, newest first', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const [kitchen, hall] = [await stand.addDisplay(userId), await stand.addDisplay(userId)];
  const output = normaliseOutput({});
  const targets = [
    { displayId: kitchen },
    { output },
    { displayId: hall },
    { displayId: kitchen },
    { output },
  ];
  const ids: string[] = [];
  for (const target of targets) ids.push(await stand.push(userId, target));
  await stand.render(ids[0] as string);
  const list = async (query: string) => {
    const { status, body } = await stand.as(userId).get(`/api/presentations?${query}`);
    if (status === 200) t.is(body.historyWindowStart, null);
    return status === 200 ? body.items.map((item: { id: string }) => ids.indexOf(item.id)) : status;
  };
  t.deepEqual(await list(''), [4, 1]);
  t.deepEqual(await list('scope=generated'), [4, 1]);
  t.deepEqual(await list('scope=display'), [3, 2, 0]);
  t.deepEqual(await list('scope=all'), [4, 3, 2, 1, 0]);
  t.deepEqual(await list(`displayId=${kitchen}`), [3, 0]);
  t.deepEqual(await list(`displayId=${kitchen}&scope=all`), [3, 0]);
  t.is(await list(`displayId=${kitchen}&scope=generated`), 400);
  t.deepEqual(await list('scope=all&state=queued'), [0]);
  t.deepEqual(await list(`displayId=${kitchen}&state=preparing`), [3]);
});

test('history reaches as far back as the plan lets it', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const start = new Date('2026-11-01T00:00:00.000Z');
  const displayId = await stand.addDisplay(userId);
  const kept = await stand.push(userId, { displayId });
  const older = await stand.push(userId, { displayId });
  await stand
    .db('display.presentations')
    .where({ id: older })
    .update({ created_at: '2026-10-31T23:59:59.999Z' });
  const { billing } = stand.context;
  stand.context.billing = {
    ...billing,
    historyWindowStart: async (who) => (who === userId ? start : billing.historyWindowStart(who)),
  };
  const { body } = await stand.as(userId).get('/api/presentations?scope=all');
  t.is(body.historyWindowStart, start.toISOString());
  t.deepEqual(
    body.items.map((item: { id: string }) => item.id),
    [kept],
  );
});

test('reads change nothing', async (t) => {
  const stand = await startFacade();
  t.teardown(() => stand.close());
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const presentationId = await stand.push(userId, { displayId });
  await stand.render(presentationId);
  await stand.push(userId, { output: normaliseOutput({}) });
  await stand
    .db('display.devices')
    .where({ id: displayId })
    .update({ current_presentation_id: presentationId });
  const before = await snapshot(stand);
  t.true(Object.keys(before).length > 10);
  let reads = 0;
  for (const { prefix, routes } of stand.surfaces) {
    for (const { spec } of routes) {
      if (spec.method !== 'get' || spec.auth !== 'required') continue;
      const path = spec.path.replace('{displayId}', displayId).replace('{presentationId}', presentationId);
      t.is((await stand.as(userId).get(prefix + path)).status, 200, path);
      reads++;
    }
  }
  t.is(reads, 6);
  t.deepEqual(await snapshot(stand), before);
});

/** Every row of every table, but for the queues' own book-keeping. */
async function snapshot({ db }: FacadeStand): Promise<Record<string, string>> {
  const { rows: tables } = await db.raw(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('identity', 'display', 'library', 'platform') order by 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const found = await db.raw(`select t::text as row from ${name} t order by 1`);
    rows[name] = found.rows.map(({ row }: { row: string }) => row).join('\n');
  }
  return rows;
}
