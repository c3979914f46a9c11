import { unlimitedBilling } from '#modules/billing';
import { createDisplay } from '#modules/display';
import type { Identity } from '#modules/identity';
import { systemClock } from '#shared/clock.ts';
import { loadConfig } from '#shared/config.ts';
import { createNotifications } from '#shared/db/notifications.ts';
import { openDb } from '#shared/db/open.ts';
import { createCursors } from '#shared/http/cursor.ts';
import { unlimitedRateLimiter } from '#shared/http/rate-limit.ts';
import { startJobs } from '#shared/jobs/jobs.ts';
import { createKeys } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { createObjectStore } from '#shared/storage/open.ts';
// Behind index.ts: a process that dies at a given step of a confirmation.
import { inUserTransaction, requireUser } from '../../../../modules/identity/accounts/user-transaction.ts';
import { confirmContent } from '../../../../modules/library/contents/confirm-content.ts';

/** Confirms a Content in a process that kills itself, as `kill -9` would, at the step that is passed to it. */
const [step, userId = '', contentId = ''] = process.argv.slice(2);
const reached = (name: string) => name === step && process.kill(process.pid, 'SIGKILL');

const config = loadConfig();
const clock = systemClock;
const log = createLog('test', 'silent');
const db = openDb(config.DATABASE_URL, 'placard-dying', 2);
const keys = createKeys(config.PLACARD_SECRET);
const cursors = createCursors(keys);
const notices = createNotifications(config, log);
const jobs = await startJobs({ url: config.DATABASE_URL, applicationName: 'dying', log, worker: false });
const { store } = await createObjectStore({ config, keys, clock, onUploaded: async () => {} });
const users: Pick<Identity, 'inUserTransaction' | 'requireUser' | 'holdSession'> = {
  inUserTransaction: (id, work, ifGone) => inUserTransaction(db, id, work, ifGone),
  requireUser,
  holdSession: async () => {},
};
const unused = async () => {
  throw new Error('not part of this');
};
const display = createDisplay({
  ...{
    config,
    clock,
    db,
    jobs,
    keys,
    log,
    notices,
    cursors,
    store,
    billing: unlimitedBilling,
    limiter: unlimitedRateLimiter,
    ...users,
  },
  pixels: { renderFrames: unused, renderPng: unused },
  framePng: unused,
  pages: {} as never,
  events: {} as never,
  checkStorage: unused,
});

await confirmContent(
  {
    ...{
      config,
      clock,
      db,
      jobs,
      log,
      notices,
      cursors,
      billing: unlimitedBilling,
      ...users,
      links: {} as never,
      analysis: {} as never,
    },
    store: {
      ...store,
      async promote(...call) {
        reached('before the copy');
        const promoted = await store.promote(...call);
        reached('after the copy');
        return promoted;
      },
    },
    display: {
      ...display,
      async createPresentations(...call) {
        const ids = await display.createPresentations(...call);
        reached('inside the transaction');
        return ids;
      },
    },
  },
  { userId, contentId },
);
reached('after the commit');
