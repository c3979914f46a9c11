import test, { type ExecutionContext } from 'ava';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { LAN_HOST } from '#test/support/browser.ts';
import { handleRequests } from '#test/support/handle-requests.ts';
import { atScreen, atWalls, signIn } from '#test/support/portal.ts';
import { within } from '#test/support/until.ts';
import { signedIn, visitAs } from '#test/support/visit.ts';
import { portal } from './boxes.ts';
import { type Tokens, watchTokens } from './tokens.ts';

// Plain http with a host name, as at home, where a browser has no Web Locks.
const baseURL = portal.url.replace('127.0.0.1', LAN_HOST);

/** A visitor with this number of tabs that show the displays. */
async function openTabs(t: ExecutionContext, count: number) {
  let tokens!: Tokens;
  const account = await portal.account();
  const visitor = await visitAs(t, portal, account, {
    baseURL,
    origins: [portal.url],
    async prepare({ context, expectFaults }) {
      expectFaults(/401|ERR_|cannot be reached/);
      tokens = await watchTokens(context);
    },
  });
  const tabs = [visitor.page];
  while (tabs.length < count) tabs.push(await visitor.openTab());
  await Promise.all(tabs.slice(1).map((tab) => tab.goto('/')));
  await Promise.all(tabs.map(atWalls));
  await tokens.inUse();
  return { ...visitor, tabs, tokens, account };
}

/** Freezes a tab, as a browser does to save power. Returns a function that resumes it. */
async function freeze(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Debugger.enable');
  const stopped = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await devtools.send('Debugger.pause');
  // At the next statement of the page.
  void page.evaluate('0').catch(() => {});
  await within('a tab to stop', stopped);
  return () => devtools.send('Debugger.disable');
}

/** Stops the clocks of tabs at the same time. From then on only tests advance them. */
async function stopClocks(tabs: Page[]): Promise<void> {
  const stop = (at: number) => {
    Date.now = () => at;
  };
  const at = Date.now();
  await Promise.all(tabs.map((tab) => tab.evaluate(stop, at)));
}

/** Advances a tab's clock at once, so that the tab notices the end of a lease. */
function putClockForward(page: Page, ms: number): Promise<void> {
  return page.evaluate((ms: number) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, ms);
}

/** Freezes a tab during its next change of the store that tabs share, in which no other tab can then make a change. */
async function freezeInStore(page: Page): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Debugger.enable');
  const stopped = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await page.evaluate(() => {
    const { IDBObjectStore } = globalThis as any;
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...values: unknown[]) {
      // biome-ignore lint/suspicious/noDebugger: the tab stops here
      debugger;
      IDBObjectStore.prototype.put = put;
      return put.apply(this, values);
    };
  });
  await toLibrary(page);
  await within('a tab to stop', stopped);
  return () => devtools.send('Debugger.disable');
}

/** Longer than another tab's lease on a refresh. */
const LEASE_IS_OVER_MS = 6_000;

/**
 * Runs in a tab: the lease of another one ends when this tab has looked at it twice, timers of seconds do not fire, and the others
 * are notified of the end of its session when the returned function is called.
 */
function takeOverLate(leaseMs: number): () => void {
  const { setTimeout: wait, BroadcastChannel, indexedDB } = globalThis as any;
  const now = Date.now;
  const open = indexedDB.open;
  let looks = 0;
  indexedDB.open = (...names: unknown[]) => {
    if (++looks === 3) Date.now = () => now() + leaseMs;
    return open.apply(indexedDB, names);
  };
  (globalThis as any).setTimeout = (work: () => void, ms = 0) => (ms > 2_000 ? 0 : wait(work, ms));
  const post = BroadcastChannel.prototype.postMessage;
  let notify = () => {};
  BroadcastChannel.prototype.postMessage = function (message: { kind: string }) {
    if (message.kind !== 'out') return post.call(this, message);
    notify = () => post.call(this, message);
  };
  return () => notify();
}

/** Closes a tab. Its requests end before, because driven browsers would continue those that are held back. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.close();
}

/** Sends a request to the box without reloading the page. */
const toLibrary = (tab: Page) => tab.getByRole('link', { name: 'Library' }).first().click();
/** Waits until the response of the box is shown. */
async function atLibrary(tab: Page): Promise<void> {
  await atScreen(tab, 'Library');
  await tab.getByText('Nothing pushed yet').waitFor();
}

test('of several tabs whose token has expired, one refreshes and the others use its token', async (t) => {
  for (const count of [2, 5]) {
    const { tabs, tokens } = await openTabs(t, count);
    tokens.expire();
    const refresh = tokens.holdRefresh();
    await Promise.all(tabs.map(toLibrary));
    const { goOn } = await refresh;
    await tokens.refused(count);
    await goOn();
    await Promise.all(tabs.map(atLibrary));
    t.deepEqual(await tokens.refreshes(), [200]);
  }
});

for (const end of ['frozen', 'closed'] as const) {
  test(`a tab that is ${end} during a refresh does not block the others`, async (t) => {
    const { tabs, tokens } = await openTabs(t, 3);
    await stopClocks(tabs);
    tokens.expire();
    const refresh = tokens.holdRefresh();
    await Promise.all(tabs.map(toLibrary));
    const { page, fail } = await refresh;
    const wake = end === 'frozen' ? await freeze(page) : null;
    if (!wake) await leave(page);
    const others = tabs.filter((tab) => tab !== page);
    await Promise.all(others.map((tab) => putClockForward(tab, LEASE_IS_OVER_MS)));
    await Promise.all(others.map(atLibrary));
    t.deepEqual(await tokens.refreshes(), [200]);
    if (!wake) return;
    // Its connection has not survived the sleep.
    await fail();
    await wake();
    await atLibrary(page);
    t.deepEqual(await tokens.refreshes(), [200]);
  });
}

test('a tab frozen within a transaction of the shared store does not block the others', async (t) => {
  const { tabs, tokens } = await openTabs(t, 3);
  tokens.expire();
  const [sleeper, ...others] = tabs as [Page, Page, Page];
  const wake = await freezeInStore(sleeper);
  const refresh = tokens.holdRefresh();
  await toLibrary(others[0]);
  // The other tab requests while the first is about to get a response: if it is not notified in time, it requests once more.
  const { goOn } = await refresh;
  await toLibrary(others[1]);
  await goOn();
  // After a minute the browser would end the transaction of the frozen tab.
  await within('the others to go on', Promise.all(others.map(atLibrary)), 45_000);
  t.deepEqual(await tokens.refreshes(), [200]);
  await wake();
  await atLibrary(sleeper);
});

test('a tab that is frozen before it gets the response to its refresh shares the session when it wakes', async (t) => {
  const { tabs, tokens, account } = await openTabs(t, 2);
  await stopClocks(tabs);
  tokens.expire();
  const refresh = tokens.holdRefresh();
  await Promise.all(tabs.map(toLibrary));
  const { page, reachBox } = await refresh;
  const wake = await freeze(page);
  const secondUse = tokens.holdRefresh();
  const other = tabs.find((tab) => tab !== page) as Page;
  const notifyOfEnd = await other.evaluateHandle(takeOverLate, LEASE_IS_OVER_MS);
  const { goOn } = await secondUse;
  const answer = await reachBox();
  await goOn();
  await answer();
  await other.getByText('You were signed out').waitFor();
  t.deepEqual(await tokens.refreshes(), [200, 401]);
  t.is((await account.client.get('/auth/me')).status, 200, 'no session of the user was ended');
  await wake();
  await Promise.all(tabs.map(atLibrary));
  await notifyOfEnd.evaluate((notify) => notify());
  await page.getByRole('link', { name: 'Walls' }).first().click();
  await atWalls(page);
  await Promise.all(tabs.map((tab) => tab.reload()));
  await Promise.all([atWalls(page), atLibrary(other)]);
});

test('a refresh whose response was lost is not repeated after hours: only this browser signs in again', async (t) => {
  const { page, tokens, account, openTab } = await openTabs(t, 1);
  tokens.expire();
  const refresh = tokens.holdRefresh();
  await toLibrary(page);
  await (await refresh).reachBox();
  await leave(page);
  const next = await openTab();
  await next.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 2 * 3_600_000;
  });
  await next.goto('/');
  await next.getByText('You were signed out').waitFor();
  t.deepEqual(await tokens.refreshes(), [200]);
  t.is((await account.client.get('/auth/me')).status, 200, 'no session of the user was ended');
  await signIn(next, account.username);
  await atWalls(next);
});

test('a browser that is opened during an outage continues when the box responds', async (t) => {
  const { page, tokens, openTab } = await openTabs(t, 1);
  await page.close();
  const next = await openTab();
  const respond = await handleRequests(next, /\/(api|auth)\//, (route) => route.abort('connectionrefused'));
  await next.goto('/');
  await next.getByText('Placard cannot be reached').first().waitFor();
  await putClockForward(next, 2 * 3_600_000);
  respond();
  await atWalls(next);
  t.deepEqual(await tokens.refreshes(), [200]);
});

test('a tab that wakes after hours continues, although other tabs have refreshed meanwhile and closed', async (t) => {
  const { tabs, tokens } = await openTabs(t, 2);
  const [one, sleeper] = tabs as [Page, Page];
  const wake = await freeze(sleeper);
  tokens.expire();
  await toLibrary(one);
  await atLibrary(one);
  await one.close();
  tokens.expire();
  await wake();
  await toLibrary(sleeper);
  await atLibrary(sleeper);
  t.deepEqual(await tokens.refreshes(), [200, 200]);
});

test('tabs that open at once share one session, with and without a secure context', async (t) => {
  const account = await portal.account();
  for (const host of ['127.0.0.1', LAN_HOST]) {
    const baseURL = portal.url.replace('127.0.0.1', host);
    const { context, page, openTab } = await signedIn(t, portal, account, { baseURL, origins: [portal.url] });
    await atWalls(page);
    await page.close();
    // No tab is left that could pass on its token: each of these needs the refresh token, which works once.
    const tabs = await Promise.all([openTab(), openTab(), openTab()]);
    for (let round = 0; round < 2; round++) {
      await Promise.all(tabs.map((tab) => tab.goto(`${baseURL}/`)));
      await Promise.all(tabs.map((tab) => atWalls(tab)));
    }
    t.is(context.pages().length, 3);
  }
});

test('tabs share one stream of changes, which another tab takes over', async (t) => {
  const account = await portal.account();
  const { page, context, openTab, expectFaults } = await visitAs(t, portal, account, {
    baseURL,
    origins: [portal.url],
  });
  // A session has at most five streams. On a busy machine more tabs may take over before they are notified of each other.
  expectFaults(/429.*\/events/);
  await atWalls(page);
  const findLeadingTab = watchStreams(context);
  const tabs = await Promise.all(Array.from({ length: 6 }, openTab));
  for (const tab of tabs) await tab.goto(`${baseURL}/`);
  await Promise.all(tabs.map(atWalls));
  await page.close();
  for (const name of ['Hung first', 'Hung second']) {
    await portal.wall(account, name);
    await Promise.all(tabs.map((tab) => tab.getByText(name).first().waitFor()));
  }
  // Several tabs may take over at the same moment, and one continues.
  await (await findLeadingTab()).close();
  await portal.wall(account, 'Hung last');
  const left = tabs.filter((tab) => !tab.isClosed());
  t.is(left.length, 5);
  await Promise.all(left.map((tab) => tab.getByText('Hung last').first().waitFor()));
});

/** Returns a function that waits until only one page of the context has a stream of changes, and returns that page. */
function watchStreams(context: BrowserContext): () => Promise<Page> {
  const open = new Set<Request>();
  let changed = Promise.withResolvers<void>();
  const change = (work: () => unknown) => {
    work();
    changed.resolve();
    changed = Promise.withResolvers();
  };
  context.on('request', (request) => {
    if (request.url().endsWith('/api/app/v1/events')) change(() => open.add(request));
  });
  context.on('requestfailed', (request) => change(() => open.delete(request)));
  context.on('requestfinished', (request) => change(() => open.delete(request)));
  return async () => {
    for (;;) {
      // A page that is closed does not report the end of its requests.
      const pages = [...open].map((request) => request.frame().page()).filter((page) => !page.isClosed());
      if (pages.length === 1 && pages[0]) return pages[0];
      await within('one tab alone to have a stream', changed.promise);
    }
  };
}
