import { createObjectStore } from '#shared/storage/open.ts';
import { openExtraction } from '../../../../modules/extraction.ts';
// Behind index.ts: what a worker works with, for tests that replace one part of it by one that fails.
import type { LibraryContext } from '../../../../modules/library/context.ts';
import { createLinkClient } from '../../../../modules/library/links/fetch-link.ts';
import { rulesPlanner } from '../../../../modules/library/planners/rules/rules-planner.ts';
import { pageTemplates } from '../../../../modules/page-templates.ts';
import type { LibraryStand } from './stand.ts';

/** What a worker of this installation works with: as compose.ts fills it, but for a test to change at one place. */
export async function workerContext({ app }: Pick<LibraryStand, 'app'>): Promise<LibraryContext> {
  const { config, keys, clock } = app;
  const { store } = await createObjectStore({ config, keys, clock, onUploaded: async () => {} });
  return {
    ...app,
    inUserTransaction: app.identity.inUserTransaction,
    requireUser: app.identity.requireUser,
    holdSession: app.identity.holdSession,
    store,
    links: createLinkClient({ allow: config.LINK_FETCH_ALLOW }),
    analysis: {
      ...openExtraction(1),
      loadTemplates: async () => pageTemplates,
      planner: rulesPlanner,
      fallbackPlanner: null,
      reauthenticate: async () => {},
    },
  };
}
