import test from 'ava';
import type { Route } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import type { ApiResponse } from '#test/support/client.ts';
import { createClient } from '#test/support/client.ts';
import { fillDatabase } from '#test/support/full-database.ts';
import { photographPng } from '#test/support/images.ts';
import { planSettings } from '#test/support/plans.ts';
import { changes, type Furnished, furnish, snapshot } from './furnished.ts';
import { writingCalls } from './writing-calls.ts';

let app: TestApp;
let owner: Furnished;
let other: Furnished;
test.before(async () => {
  // With plans that allow what is done here, so that their routes and rows are walked as well.
  app = await startTestApp({
    worker: true,
    settings: planSettings({ free: { features: { ai_routing: true }, quotas: { ai_analyses: 10 } } }),
  });
  owner = await furnish(app);
  other = await furnish(app);
});
test.after.always(() => app?.close());

/** The stream of changes, which no client reads to its end. */
const ENDLESS = '/events';
const GUARDED = ['/auth', '/api/app/v1', '/api/sdk/v1'];

/** Every route under a prefix that asks for a credential. */
function guardedRoutes(prefix: string): Route[] {
  const surface = app.surfaces.find((one) => one.prefix === prefix);
  return surface?.routes.filter(({ spec }) => spec.auth !== 'public') ?? [];
}

const clientFor = (person: Furnished, prefix: string) => (prefix === '/api/sdk/v1' ? person.sdk : person.app);

function fill(
  path: string,
  ids: Pick<Furnished, 'displayId' | 'contentId' | 'presentationId' | 'analysisId' | 'webhookId'>,
) {
  const { displayId, contentId, presentationId, analysisId, webhookId } = ids;
  return path
    .replace('{displayId}', displayId)
    .replace('{contentId}', contentId)
    .replace('{presentationId}', presentationId)
    .replace('{analysisId}', analysisId)
    .replace('{webhookId}', webhookId)
    .replace('{deliveryId}', webhookId)
    .replace('{assetIndex}', '0')
    .replace(/\/shown$/, `/shown?ids=${presentationId}`);
}

/** Queries beside none, so that every way to read is taken. */
function waysToRead(path: string): string[] {
  const { displayId } = owner;
  if (path === '/contents')
    return ['', '?state=ready&limit=1', '?mode=hardcode', '?q=milk', '?q=nothing+at+all'];
  if (path === '/presentations')
    return ['', '?scope=all', '?scope=display&state=queued', `?displayId=${displayId}`];
  if (path.endsWith('/queue')) return ['', '?from=2020-01-01T00:00:00Z&to=2050-01-01T00:00:00Z'];
  if (path.endsWith('-presentation') || path === '/presentations/{presentationId}')
    return ['', '?format=raw2', '?format=raw4'];
  // Asked about ids, which `fill` names.
  if (path.endsWith('/shown')) return [''];
  return ['', '?limit=1'];
}

test.serial('reads change nothing: every GET under every prefix, and every table is as it was', async (t) => {
  const before = await snapshot(app);
  t.true(Object.keys(before).length > 25, 'every table is looked at');
  const read: string[] = [];
  for (const prefix of GUARDED) {
    const client = clientFor(owner, prefix);
    for (const { spec } of guardedRoutes(prefix)) {
      if (spec.method !== 'get' || spec.path === ENDLESS) continue;
      for (const query of waysToRead(spec.path)) {
        const path = prefix + fill(spec.path, owner) + query;
        t.is((await client.get(path)).status, 200, path);
      }
      read.push(prefix + spec.path);
    }
  }
  for (const prefix of ['/api/app/v1', '/api/sdk/v1'])
    for (const path of [
      '/displays',
      '/displays/{displayId}/queue',
      '/contents',
      '/presentations',
      '/analyses',
    ])
      t.true(read.includes(prefix + path), prefix + path);
  t.deepEqual(changes(before, await snapshot(app)), []);
});

/** A body that each route takes, so that nothing but whose ids they are is left to refuse. */
function bodyFor(path: string): unknown {
  if (path === '/displays/{displayId}/current') return { presentationId: owner.presentationId };
  if (path === '/contents/{contentId}/upload-tickets') return { assetIndexes: [0] };
  return {};
}

/** What the specification says of the first foreign id in a path. */
function refusalOf(path: string): string {
  if (path.includes('{displayId}')) return '403 access_denied';
  if (path.includes('{contentId}')) return '404 content_not_found';
  if (path.includes('{presentationId}')) return '404 presentation_not_found';
  if (path.includes('{analysisId}')) return '404 analysis_not_found';
  if (path.includes('{webhookId}')) return '404 webhook_not_found';
  return path.startsWith('/tokens') ? '404 token_not_found' : '404 session_not_found';
}

const statusAndCode = ({ status, body }: ApiResponse) => `${status} ${body?.error?.code}`;

test.serial('ownership: every route refuses the ids of another user and changes nothing', async (t) => {
  const before = await snapshot(app);
  let called = 0;
  for (const prefix of GUARDED) {
    for (const { spec } of guardedRoutes(prefix)) {
      if (!spec.path.includes('{')) continue;
      for (const foreign of [
        owner,
        { ...owner, contentId: owner.pendingId, presentationId: owner.targetlessId },
      ]) {
        const id = spec.path.startsWith('/tokens') ? owner.tokenId : owner.sessionId;
        const path = prefix + fill(spec.path, foreign).replace('{id}', id);
        const options = spec.body ? { body: bodyFor(spec.path) } : {};
        const response = await clientFor(other, prefix).call(spec.method.toUpperCase(), path, options);
        t.is(statusAndCode(response), refusalOf(spec.path), `${spec.method} ${path}`);
        called += 1;
      }
    }
  }
  t.true(called > 60, 'every route is walked');
  t.deepEqual(changes(before, await snapshot(app)), []);
});

test.serial('ownership: ids of another user in bodies and queries', async (t) => {
  const before = await snapshot(app);
  const text = [{ type: 'text', text: 'x' }];
  const image = [{ type: 'image', filename: 'a', contentType: 'image/png', sizeBytes: 5 }];
  const { displayId, presentationId, targetlessId, noteId } = owner;
  for (const prefix of ['/api/app/v1', '/api/sdk/v1']) {
    const client = clientFor(other, prefix);
    const post = async (path: string, body: unknown) =>
      statusAndCode(await client.post(prefix + path, { body, key: newId() }));
    t.is(await post('/contents', { mode: 'manual', displayId, assets: text }), '403 access_denied');
    t.is(await post('/contents', { mode: 'hardcode', displayId, assets: image }), '403 access_denied');
    const current = `/displays/${other.displayId}/current`;
    for (const id of [presentationId, targetlessId])
      t.is(await post(current, { presentationId: id }), '404 presentation_not_found');
    t.is(await post('/analyses', { contentIds: [noteId] }), '404 content_not_found');
    t.is(await post('/analyses', { contentIds: [other.noteId, noteId] }), '404 content_not_found');
    const target = { displayIds: [other.displayId, displayId] };
    t.is(await post('/analyses', { contentIds: [other.noteId], target }), '403 access_denied');
    t.is(
      statusAndCode(await client.get(`${prefix}/presentations?displayId=${displayId}`)),
      '403 access_denied',
    );
    t.deepEqual((await client.get(`${prefix}/analyses?contentId=${noteId}`)).body.items, []);
  }
  const entry = `/api/app/v1/displays/${other.displayId}/queue/${presentationId}`;
  t.is(statusAndCode(await other.app.delete(entry)), '404 presentation_not_found');
  t.is((await other.app.post('/auth/logout', { body: { refreshToken: owner.refreshToken } })).status, 200);
  t.deepEqual(changes(before, await snapshot(app)), []);
});

test.serial('ownership: no list shows data of another user', async (t) => {
  const { displayId, contentId, presentationId, targetlessId, noteId, analysisId, sessionId, tokenId } =
    owner;
  const ids = [displayId, contentId, presentationId, targetlessId, noteId, analysisId, sessionId, tokenId];
  ids.push(owner.webhookId);
  for (const prefix of GUARDED) {
    for (const { spec } of guardedRoutes(prefix)) {
      if (spec.method !== 'get' || spec.path === ENDLESS || spec.path.includes('{')) continue;
      const queries =
        spec.path === '/presentations'
          ? ['?scope=all&limit=50']
          : spec.path === '/contents'
            ? ['', '?q=milk']
            : [''];
      for (const query of queries) {
        const { text } = await clientFor(other, prefix).get(prefix + spec.path + query);
        for (const id of ids) t.false(text.includes(id), `${prefix}${spec.path}${query}`);
      }
    }
  }
});

/** Calls that get to no write here, or write nothing anew. */
const WITHOUT_ROOM: Record<string, string> = {
  'delete /auth/tokens/current': '200 undefined',
  'delete /auth/tokens/{id}': '404 token_not_found', // it was the current one
  'delete /api/app/v1/webhooks/{webhookId}': '204 undefined',
  // There is no such delivery, provider, payment, panel.
  'post /api/app/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend': '404 delivery_not_found',
  'post /auth/oauth/apple/callback': '400 invalid_request',
  'post /auth/oauth/apple/native': '400 invalid_request',
  'post /api/app/v1/billing/checkout': '400 invalid_request',
  'post /api/app/v1/billing/portal': '409 invalid_state',
  'post /billing/webhook/stripe': '400 invalid_request',
  'post /api/log': '204 undefined',
  'post /panel/next': '200 undefined',
  // The tool tells it in words.
  'post /mcp': '200 undefined',
};

/** Last, because nothing can be stored from then on. */
test.serial(
  'a database whose disk is full: every route that writes responds with 503, and reads still work',
  async (t) => {
    const calls = await writingCalls(app, owner);
    const picture = { bytes: await photographPng(64, 40), contentType: 'image/png' };
    const uploadedId = await owner.upload(picture, { output: {} });
    await app.app.db('display.pushes').update({ published_at: new Date() }); // may be shown again
    await fillDatabase(app.app.db);
    const routes = app.surfaces.flatMap(({ prefix, routes }) => routes.map(({ spec }) => ({ prefix, spec })));
    const writing = routes.filter(({ spec }) => spec.method !== 'get');
    // Deleting goes on, and would take away what other calls need.
    const isLast = ({ spec }: (typeof writing)[number]) => Number(spec.method === 'delete');
    for (const { prefix, spec } of writing.sort((a, b) => isLast(a) - isLast(b))) {
      const name = `${spec.method} ${prefix}${spec.path}`;
      const contentId = spec.path.endsWith('/confirm') ? uploadedId : owner.pendingId;
      const presentationId = spec.path.endsWith('/renditions') ? owner.targetlessId : owner.presentationId;
      const path = fill(spec.path, { ...owner, contentId, presentationId })
        .replace('{id}', spec.path.includes('tokens') ? owner.tokenId : owner.sessionId)
        .replace('{display}', owner.displayId)
        .replace('{filename}', 'gate.png');
      const isPublic = spec.auth === 'public';
      const client = isPublic ? createClient(app) : prefix === '/api/app/v1' ? owner.app : owner.sdk;
      const byToken = !isPublic && prefix === '/auth' && spec.path !== '/tokens/current';
      const response = await (byToken ? owner.app : client).call(spec.method.toUpperCase(), prefix + path, {
        ...(calls[name] ?? { body: {} }),
      });
      t.is(
        statusAndCode(response),
        WITHOUT_ROOM[name] ?? '503 processing_unavailable',
        `${name} ${response.text}`,
      );
    }
    t.is((await owner.app.get(`/api/app/v1/displays/${owner.displayId}`)).status, 200);
  },
);
