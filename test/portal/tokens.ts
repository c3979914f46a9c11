import type { BrowserContext, Page, Route } from 'playwright-core';
import { LAN_HOST } from '#test/support/browser.ts';
import { within } from '#test/support/until.ts';

interface HeldRefresh {
  /** The tab that requests it. */
  page: Page;
  /** Forwards it to the box. */
  goOn(): Promise<void>;
  /** Forwards it to the box, and the response to the tab when the returned function is called. */
  reachBox(): Promise<() => Promise<void>>;
  /** Ends its connection; the box does not receive it. */
  fail(): Promise<void>;
}

/** The access tokens of a browser, and the refreshes of its tabs. */
export interface Tokens {
  /** Resolves once a token was used: a page may be shown before its first request. */
  inUse(): Promise<void>;
  /** From now on every present access token is refused as expired. */
  expire(): void;
  /** Resolves after this number of refusals. */
  refused(count: number): Promise<void>;
  /** Holds back the next refresh. */
  holdRefresh(): Promise<HeldRefresh>;
  /** The responses of the box to each refresh since the tokens first expired, in order. */
  refreshes(): Promise<number[]>;
}

const ERROR = { error: { code: 'authentication_failed', message: 'The token has expired.', details: {} } };

export async function watchTokens(context: BrowserContext): Promise<Tokens> {
  /** Null until the tokens expire; then the tokens that were created afterwards. */
  let fresh: Set<string> | null = null;
  let answers: ReturnType<typeof askBox>[] = [];
  let holding: ((held: HeldRefresh) => void) | null = null;
  let refused = 0;
  let changed = Promise.withResolvers<void>();
  const firstUse = Promise.withResolvers<void>();

  await context.route(/\/(api|auth)\//, async (route) => {
    const request = route.request();
    const token = request.headers().authorization ?? '';
    if (token) firstUse.resolve();
    if (token && fresh && !fresh.has(token)) {
      await route.fulfill({ status: 401, json: ERROR });
      refused += 1;
      changed.resolve();
      changed = Promise.withResolvers();
      return;
    }
    if (!request.url().endsWith('/auth/refresh')) return route.continue();
    const reachBox = async () => {
      const made = fresh;
      const asked = askBox(route);
      answers.push(asked);
      const response = await asked;
      // Before the browser receives the token, and so before it uses it.
      if (response.ok()) made?.add(`Bearer ${(await response.json()).accessToken}`);
      return () => route.fulfill({ response });
    };
    const goOn = async () => (await reachBox())();
    const held = holding;
    holding = null;
    if (!held) return goOn();
    held({
      page: request.frame().page(),
      goOn,
      reachBox,
      fail: () => route.abort('connectionaborted'),
    });
  });
  return {
    inUse: () => within('a token to be used', firstUse.promise),
    expire() {
      if (!fresh) answers = [];
      fresh = new Set();
    },
    async refused(count) {
      while (refused < count) await within(`${count} refusals; ${refused} came`, changed.promise);
    },
    holdRefresh() {
      const held = new Promise<HeldRefresh>((resolve) => {
        holding = resolve;
      });
      return within('a tab to refresh the session', held);
    },
    refreshes: async () =>
      (await within('answers to refreshes', Promise.all(answers))).map((response) => response.status()),
  };
}

/** Sent from this process, which cannot resolve the browser's name for this machine. */
const askBox = (route: Route) => route.fetch({ url: route.request().url().replace(LAN_HOST, '127.0.0.1') });
