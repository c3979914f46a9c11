import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { createBilling } from '#modules/billing';
import {
  createDisplay,
  type Display,
  type DisplayDeps,
  type NewPresentation,
  type PresentationEvent,
} from '#modules/display';
import { createIdentity } from '#modules/identity';
import { addSeconds } from '#shared/clock.ts';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { createNotifications } from '#shared/db/notifications.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { AppError, type Problem } from '#shared/errors.ts';
import { createCursors } from '#shared/http/cursor.ts';
import { unlimitedRateLimiter } from '#shared/http/rate-limit.ts';
import { createHttpApp, listenHttp } from '#shared/http/server.ts';
import type { Surface } from '#shared/http/surface.ts';
import { newId } from '#shared/ids.ts';
import { type Jobs, startJobs } from '#shared/jobs/jobs.ts';
import { type Payload, type QueueSpec, queues } from '#shared/jobs/queues.ts';
import { createKeys, sha256 } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { photographPng } from '#test/support/images.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { framePng } from '#worker/imaging/frame-png.ts';
import { createPixels } from '#worker/imaging/pool.ts';
import { claimPage } from '#worker/layout/claim-page.ts';
import { noticePage } from '#worker/layout/notice-page.ts';
import { stretchedImage } from '#worker/layout/stretched-image.ts';
import { welcomePage } from '#worker/layout/welcome-page.ts';
import { OF_OWNER, type OwnerCalls, ownerCalls } from './owner-calls.ts';

export interface RecordedEvent extends PresentationEvent {
  what: string;
  problem?: Problem;
}

export interface FacadeStand extends OwnerCalls {
  context: DisplayDeps;
  /** The module that works with the context. */
  display: Display;
  db: Db;
  jobs: Jobs;
  databaseUrl: string;
  /** Every presentation event, in order. */
  events: RecordedEvent[];
  /** Called with each event inside its transaction: throwing breaks it off. */
  onEvent: { hook: (event: RecordedEvent) => void };
  surfaces: Surface[];
  /** A client whose credential is the user. */
  as(userId: string): Client;
  client: Client;
  /** How HTTP fails from now on: connections are cut, or every response is 503; null: it does not. */
  http: { failure: 'cut' | 503 | null };
  moveClock(seconds: number): void;
  addUser(): Promise<string>;
  addDisplay(userId: string | null, fields?: Record<string, unknown>): Promise<string>;
  /** Stores an object under an owner's assets; returns its key. */
  storeAsset(userId: string, bytes: Uint8Array): Promise<string>;
  /** A hardcode presentation of a drawn photograph, for a display or a profile; not rendered yet. */
  push(userId: string, target: NewPresentation['target'], rest?: Partial<NewPresentation>): Promise<string>;
  taskOf(presentationId: string): Promise<string>;
  /** Jobs, as a worker would do them. */
  renderTask(taskId: string, lastAttempt: boolean): Promise<void>;
  failLostTask(taskId: string): Promise<void>;
  expirePictures(deviceId: string): Promise<void>;
  /** Renders what belongs to a presentation, as the worker would. */
  render(presentationId: string): Promise<void>;
  close(): Promise<void>;
}

/** Works on a job of the display module, as a worker would. */
export async function work<Q extends QueueSpec>(
  { jobs }: Display,
  { name }: Q,
  payload: Payload<Q>,
  lastAttempt = false,
): Promise<void> {
  const handler = jobs.find(({ queue }) => queue.name === name);
  if (!handler) throw new Error(`the display module has no ${name}`);
  await handler.handle(payload, { jobId: newId(), attempt: 1, lastAttempt });
}

/** What panels of `addDisplay` connect with, as `PanelLink.authenticate` returns it. */
export const CREDENTIAL = 'x';

/**
 * The facade of the display module over real HTTP, with its own database, object store and pixels. Its clock can be
 * moved; a bearer credential is simply the id of a user.
 */
export async function startFacade(settings: Record<string, string> = {}): Promise<FacadeStand> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'placard-test-'));
  const port = await freePort();
  const config = completeConfig(
    parseSettings({
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      PLACARD_SECRET: TEST_SECRET,
      DATA_DIR: folder,
      WORKER_THREADS: '1',
      RATE_LIMITS: 'off',
      ...settings,
    }),
  );
  let moved = 0;
  const clock = { now: () => addSeconds(new Date(), moved) };
  const db = openDb(database.url, 'placard-test', 20);
  const log = createLog('test', 'silent');
  const keys = createKeys(TEST_SECRET);
  const jobs = await startJobs({ url: database.url, applicationName: 'placard-test', log, worker: false });
  const { store, routes: storageRoutes } = await createObjectStore({
    config,
    keys,
    clock,
    onUploaded: async () => {},
  });
  const pixels = createPixels({ threads: 1 });
  const events: RecordedEvent[] = [];
  const onEvent: FacadeStand['onEvent'] = { hook: () => {} };
  const record = (what: string) => async (_trx: unknown, event: PresentationEvent) => {
    onEvent.hook({ what, ...event });
    events.push({ what, ...event });
  };
  const identity = createIdentity({
    ...{ db, clock, config, keys, log, limiter: unlimitedRateLimiter },
    subscriptionOf: async () => null,
    cancelSubscription: async () => {},
    unbindPanels: async () => {},
    eraseUserData: async () => {},
  });
  const context: DisplayDeps = {
    db,
    clock,
    config,
    keys,
    log,
    notices: createNotifications(config, log),
    jobs,
    store,
    cursors: createCursors(keys),
    limiter: unlimitedRateLimiter,
    checkStorage: async () => {},
    inUserTransaction: identity.inUserTransaction,
    requireUser: identity.requireUser,
    holdSession: async () => {},
    framePng: async (frame, { width, height, bits }) => framePng(frame, width, height, bits),
    billing: createBilling({ db, clock, config, log, jobs, displaysHeld: async () => 0 }),
    events: {
      rendered: record('rendered'),
      renderFailed: record('renderFailed'),
      withdrawn: record('withdrawn'),
      published: record('published'),
      confirmed: record('confirmed'),
      deliveryFailed: record('deliveryFailed'),
    },
    pixels,
    pages: { claimPage, welcomePage, noticePage, stretchedImage },
  };
  const display = createDisplay(context);
  const authenticate = async (authorization: string | undefined) => {
    const userId = authorization?.replace('Bearer ', '');
    if (!userId) throw new AppError(401, 'authentication_failed', 'Who?');
    return { principal: { userId, kind: 'token' as const, credentialId: userId } };
  };
  const surfaces: Surface[] = [
    {
      prefix: '/api',
      authenticate,
      security: 'personalToken',
      routes: [...display.facadeRoutes, ...display.sharedRoutes],
    },
    {
      prefix: '/api/app/v1',
      authenticate,
      security: 'sessionOrToken',
      routes: [...display.sharedRoutes, ...display.ownerRoutes],
    },
    {
      prefix: '/api/device/v1',
      authenticate,
      security: 'none',
      routes: display.deviceRoutes,
    },
    { prefix: '', authenticate, security: 'none', routes: storageRoutes },
  ];
  const http: FacadeStand['http'] = { failure: null };
  const fail: Middleware = async (ctx, next) => {
    if (ctx.get(OF_OWNER)) await next();
    else if (http.failure === 'cut') ctx.req.socket.destroy();
    else if (http.failure) ctx.throw(http.failure);
    else await next();
  };
  const app = createHttpApp({
    config,
    db,
    clock,
    limiter: unlimitedRateLimiter,
    log,
    surfaces,
    middleware: [fail],
  });
  const server = await listenHttp(app, '127.0.0.1', port);
  const client = createClient({ url: config.PUBLIC_URL, surfaces });

  const stand: FacadeStand = {
    ...ownerCalls(client),
    context,
    display,
    db,
    jobs,
    databaseUrl: database.url,
    events,
    onEvent,
    surfaces,
    client,
    http,
    as: (userId) => client.as(userId),
    moveClock: (seconds) => {
      moved += seconds;
    },
    async addUser() {
      const id = newId();
      await db('identity.users').insert({
        id,
        email: `${id}@example.org`,
        email_key: `${id}@example.org`,
        username: id.slice(-12),
        username_key: id.slice(-12),
        created_at: clock.now(),
        updated_at: clock.now(),
      });
      return id;
    },
    async addDisplay(userId, fields = {}) {
      const id = newId();
      await db('display.devices').insert({
        id,
        hardware_id: `hw-${id}`,
        thing_name: `placard-${id.slice(-12)}`,
        secret_hash: CREDENTIAL,
        user_id: userId,
        binding_id: userId && newId(),
        bound_at: userId && clock.now(),
        created_at: clock.now(),
        updated_at: clock.now(),
        ...fields,
      });
      return id;
    },
    async storeAsset(userId, bytes) {
      const key = `users/${userId}/assets/${newId()}/0/${sha256(bytes)}`;
      await store.put(key, bytes, 'image/png');
      return key;
    },
    async push(userId, target, rest = {}) {
      const key = await stand.storeAsset(userId, await photographPng(64, 40));
      const item: NewPresentation = {
        userId,
        contents: [{ id: newId(), role: 'input' }],
        mode: 'hardcode',
        title: null,
        analysisId: null,
        target,
        source: { kind: 'image', image: { key, contentType: 'image/png', assetIndex: 0 } },
        ...rest,
      };
      const { ids } = await db.transaction((trx) => display.createPresentations(trx, [item], 'refuse'));
      return ids[0] as string;
    },
    async taskOf(presentationId) {
      const task = await db('display.render_tasks').where({ presentation_id: presentationId }).first('id');
      return task.id;
    },
    renderTask: (taskId, lastAttempt) => work(stand.display, queues.renderTask, { taskId }, lastAttempt),
    failLostTask: (taskId) => work(display, queues.renderTaskLost, { taskId }),
    expirePictures: (deviceId) => work(display, queues.expirePictures, { deviceId }),
    async render(presentationId) {
      const tasks = await db('display.render_tasks')
        .where({ presentation_id: presentationId, state: 'waiting' })
        .orderBy('id');
      for (const { id } of tasks) await stand.renderTask(id, false);
    },
    async close() {
      await server.close(0);
      await jobs.close();
      await pixels.close();
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return stand;
}
