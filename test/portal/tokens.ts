import type { BrowserContext, Page, Response } from 'playwright-core';
import { LAN_HOST } from '#test/support/browser.ts';
import { within } from '#test/support/until.ts';

interface HeldRefresh {
  /** The tab that asks for it. */
  page: Page;
  /** Lets it reach the box. */
  goOn(): Promise<void>;
  /** Lets it reach the box, whose answer comes when the function that is returned is called. */
  reachBox(): Promise<() => Promise<void>>;
  /** Ends its connection; the box never hears of it. */
  fail(): Promise<void>;
}

/** The access tokens of a browser, and what its tabs do for new ones. */
export interface Tokens {
  /** Resolves once a token was used: a page may be there before it has asked for anything. */
  inUse(): Promise<void>;
  /** From here on each access token used so far is refused as the box refuses one that is over. */
  expire(): void;
  /** Resolves when so many requests were refused. */
  refused(count: number): Promise<void>;
  /** Holds the next refresh back. */
  holdRefresh(): Promise<HeldRefresh>;
  /** What the box answered to each refresh that reached it, in order. */
  refreshes(): Promise<number[]>;
}

const ERROR = { error: { code: 'authentication_failed', message: 'The token has expired.', details: {} } };

export async function watchTokens(context: BrowserContext): Promise<Tokens> {
  const used = new Set<string>();
  const expired = new Set<string>();
  const answers: Promise<Pick<Response, 'status'> | null>[] = [];
  let holding: ((held: HeldRefresh) => void) | null = null;
  let refused = 0;
  let changed = Promise.withResolvers<void>();
  const firstUse = Promise.withResolvers<void>();

  await context.route(/\/(api|auth)\//, async (route) => {
    const request = route.request();
    const token = request.headers().authorization ?? '';
    if (token) {
      used.add(token);
      firstUse.resolve();
    }
    if (expired.has(token)) {
      await route.fulfill({ status: 401, json: ERROR });
      refused += 1;
      changed.resolve();
      changed = Promise.withResolvers();
      return;
    }
    if (!request.url().endsWith('/auth/refresh')) return route.continue();
    const goOn = () => {
      answers.push(request.response());
      return route.continue();
    };
    const held = holding;
    holding = null;
    if (!held) return goOn();
    held({
      page: request.frame().page(),
      goOn,
      async reachBox() {
        // Sent from this process, which does not know the browser's name for this machine.
        const response = await route.fetch({ url: request.url().replace(LAN_HOST, '127.0.0.1') });
        answers.push(Promise.resolve(response));
        return () => route.fulfill({ response });
      },
      fail: () => route.abort('connectionaborted'),
    });
  });
  return {
    inUse: () => within('a token to be used', firstUse.promise),
    expire() {
      for (const token of used) expired.add(token);
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
      (await within('answers to refreshes', Promise.all(answers))).map((response) => response?.status() ?? 0),
  };
}
