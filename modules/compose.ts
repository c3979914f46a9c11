import { availableParallelism } from 'node:os';
import { type Billing, createBilling } from '#modules/billing';
import { createDisplay, type Display, type DisplayDeps } from '#modules/display';
import { createHomeAssistant, type HomeAssistant } from '#modules/homeassistant';
import { createIdentity, type Identity } from '#modules/identity';
import { createLibrary, type Library } from '#modules/library';
import { createMcp, type Mcp } from '#modules/mcp';
import { createWebhooks, type Webhooks } from '#modules/webhooks';
import type { Config } from '#shared/config.ts';
import { eraseRemovals } from '#shared/db/changes.ts';
import { eraseIdempotencyKeys } from '#shared/http/idempotency.ts';
import type { ReadinessChecks } from '#shared/http/operations.ts';
import type { Route } from '#shared/http/route.ts';
import type { JobHandler } from '#shared/jobs/jobs.ts';
import { platformJobs } from '#shared/jobs/platform-jobs.ts';
import type { Log } from '#shared/log.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import { claimPage } from '#worker/layout/claim-page.ts';
import { noticePage } from '#worker/layout/notice-page.ts';
import { stretchedImage } from '#worker/layout/stretched-image.ts';
import { welcomePage } from '#worker/layout/welcome-page.ts';
import { openExtraction } from './extraction.ts';
import { checkMigrations, openPlatform, type Platform, type PlatformOptions } from './platform.ts';

/** The complete application. Each process uses the parts that it serves. */
export interface App extends Omit<Platform, 'close'> {
  identity: Identity;
  billing: Billing;
  display: Display;
  library: Library;
  mcp: Mcp;
  webhooks: Webhooks;
  homeAssistant: HomeAssistant;
  storageRoutes: Route[];
  jobHandlers: JobHandler[];
  checks: ReadinessChecks;
  /** Releases everything. The process must close its own servers first. */
  close(): Promise<void>;
}

/**
 * The only place where modules are connected: all ports of all modules are implemented here, identically in every process.
 * @throws {StartError} when the database cannot be reached or lacks migrations
 * @throws {WrongSecretError}
 */
export async function compose(config: Config, log: Log, options: PlatformOptions): Promise<App> {
  return wire(await openPlatform(config, log, options));
}

/** Connects the modules on an open platform. Opens no connection by itself. */
export async function wire(platform: Platform): Promise<App> {
  const { config, log, db, clock, keys, storedLimiter } = platform;
  const { store, routes: storageRoutes } = await createObjectStore({
    config,
    keys,
    clock,
    onUploaded: (stagingKey, sha256) => library.assetUploaded(stagingKey, sha256),
  });
  const billing = createBilling({
    ...platform,
    displaysHeld: async (userId) => (await display.listRoutable(db, userId)).length,
  });
  const shared = { ...platform, limiter: storedLimiter, store, billing };

  const framePng: DisplayDeps['framePng'] = async (frame, { width, height, bits }) =>
    (await import('#worker/imaging/frame-png.ts')).framePng(frame, width, height, bits);

  const identity = createIdentity({
    ...shared,
    subscriptionOf: billing.subscriptionOf,
    cancelSubscription: billing.cancelSubscription,
    unbindPanels: (trx, userId) => display.unbindDisplaysOfUser(trx, userId),
    eraseUserData: async (trx, userId) => {
      await webhooks.eraseUser(trx, userId);
      await library.eraseUser(trx, userId);
      await display.eraseUser(trx, userId);
      await billing.eraseUser(trx, userId);
      await eraseRemovals(trx, userId);
      await eraseIdempotencyKeys(trx, userId);
    },
  });
  const display = createDisplay({
    ...shared,
    framePng,
    inUserTransaction: identity.inUserTransaction,
    requireUser: identity.requireUser,
    holdSession: identity.holdSession,
    pages: { claimPage, welcomePage, noticePage, stretchedImage },
    checkStorage: (trx, wanted) => library.checkStorage(trx, wanted),
    events: {
      rendered: (trx, event) => library.presentationEvents.rendered(trx, event),
      renderFailed: (trx, event) => library.presentationEvents.renderFailed(trx, event),
      withdrawn: (trx, event) => library.presentationEvents.withdrawn(trx, event),
      published: (trx, event) => library.presentationEvents.published(trx, event),
      confirmed: (trx, event) => library.presentationEvents.confirmed(trx, event),
      deliveryFailed: (trx, event) => library.presentationEvents.deliveryFailed(trx, event),
    },
  });
  const extraction = openExtraction(config.WORKER_THREADS || availableParallelism());
  const library = createLibrary({
    ...{ ...shared, display },
    inUserTransaction: identity.inUserTransaction,
    requireUser: identity.requireUser,
    holdSession: identity.holdSession,
    analysis: {
      ...extraction,
      loadTemplates: async () => (await import('./page-templates.ts')).pageTemplates,
      reauthenticate: (kind, authorization) =>
        kind === 'session'
          ? identity.authenticateSession(authorization)
          : identity.authenticateToken(authorization),
    },
  });

  const dots = (raw1: Uint8Array, size: { width: number; height: number }) =>
    framePng(raw1, { ...size, bits: 1 });
  const mcp = createMcp({ ...platform, display, library, framePng: dots });
  const homeAssistant = createHomeAssistant({ ...platform, display, library, framePng: dots });

  const webhooks = createWebhooks({
    ...platform,
    display,
    inUserTransaction: identity.inUserTransaction,
  });

  const cleanUps = [
    identity.cleanUp,
    billing.cleanUp,
    display.cleanUp,
    library.cleanUp,
    webhooks.cleanUp,
    platform.jobs.removeFinished,
  ];
  return {
    ...platform,
    identity,
    billing,
    display,
    library,
    mcp,
    webhooks,
    homeAssistant,
    storageRoutes,
    jobHandlers: [
      ...billing.jobs,
      ...display.jobs,
      ...library.jobs,
      ...webhooks.jobs,
      ...platformJobs({ db, clock, store, log, cleanUps }),
    ],
    checks: {
      database: () => db.raw('select 1'),
      migrations: () => checkMigrations(db),
      storage: () => store.check(),
    },
    async close() {
      await library.close();
      await platform.close();
      await extraction.close();
    },
  };
}
