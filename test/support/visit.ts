import { type ExecutionContext, registerCompletionHandler } from 'ava';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { keepPage, takePage, USUAL_MEDIA, USUAL_VIEWPORT } from './kept-pages.ts';
import { watchFaults } from './page-faults.ts';
import { type Account, signIn } from './portal.ts';
import { within } from './until.ts';

/** One person's browser: its own cookies and storage, and pages without faults. */
export interface Visitor {
  /**
   * For changes that outlive a page, such as its clock. A test that uses it does not share its browser with later
   * tests.
   */
  readonly context: BrowserContext;
  page: Page;
  /** Another tab of the same person. */
  openTab(): Promise<Page>;
  /** Accepts matching faults from here on as part of the test. */
  expectFaults(pattern: RegExp): void;
  /**
   * Unexpected faults: errors on the console, violations of the policy, requests that failed or went to other
   * origins.
   */
  faults(): string[];
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Origins besides that of `baseURL` that pages may request. */
  origins?: string[];
}

/** Time limit of every action on a page, because a busy machine takes seconds to start one. */
const PAGE_TIMEOUT_MS = 120_000;
/**
 * Scripts in a page have no such limit. When a visit takes longer than this, its pages are closed, which ends all
 * pending actions before ava gives up on the whole run.
 */
const VISIT_MS = 240_000;

// Playwright captures a stack for each of its calls. Ava makes Node translate them by source maps, which stripped
// types do not need.
process.setSourceMapsEnabled(false);

let running: Promise<Browser> | undefined;

/** The only browser of this test file. The first call starts it. */
export function openBrowser(): Promise<Browser> {
  if (!running) {
    running = launchBrowser();
    registerCompletionHandler(() => void running?.then((browser) => browser.close()).catch(() => {}));
  }
  return running;
}

/** A new visitor of `baseURL`. The test fails at its end if a page had a fault that the test did not expect. */
export async function visit(
  t: ExecutionContext,
  { origins = [], ...options }: VisitorOptions & { baseURL: string },
): Promise<Visitor> {
  return follow(t, await openPage(options), [options.baseURL, ...origins]);
}

async function openPage(options: BrowserContextOptions): Promise<Page> {
  const opening = (await openBrowser()).newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: USUAL_VIEWPORT,
    ...USUAL_MEDIA,
    // It only receives shared data. Starting one for each visitor takes a tenth of the time of a visit, and requests
    // during its start may bypass `page.route`.
    serviceWorkers: 'block',
    ...options,
  });
  const context = await within('a new context of the browser', opening);
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return within('a new page', context.newPage());
}

/** @param keepFor address for whose next visitor the page is kept, if this visitor needs no special browser */
function follow(t: ExecutionContext, page: Page, urls: string[], keepFor?: string): Visitor {
  const context = page.context();
  const reason = `The visit lasted longer than ${VISIT_MS / 1000} s.`;
  const limit = setTimeout(() => void context.close({ reason }).catch(() => {}), VISIT_MS);
  const { found, stop } = watchFaults(context, new Set(urls.map((url) => new URL(url).origin)));
  const expected: RegExp[] = [];
  const faults = () => found.filter((fault) => !expected.some((pattern) => pattern.test(fault)));
  let isKept = keepFor !== undefined;
  t.teardown(async () => {
    clearTimeout(limit);
    if (!t.passed) await describe(t, context, found);
    if (keepFor !== undefined && isKept && t.passed && !page.isClosed()) {
      await within('a page to end a visit', keepPage(keepFor, page));
    } else {
      // A request that is in progress at the end of a test is no fault. The test may have closed the context itself.
      await context.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {});
      await within('the browser to close a context', context.close());
    }
    stop();
    if (faults().length > 0) throw new Error(`Pages had faults:\n${faults().join('\n')}`);
  });
  return {
    get context() {
      isKept = false;
      return context;
    },
    page,
    openTab() {
      isKept = false;
      return within('a new tab', context.newPage());
    },
    expectFaults: (pattern) => expected.push(pattern),
    faults,
  };
}

/** Logs the text of each page and every fault, also the expected ones, so that a failed run can be understood from its log. */
async function describe(t: ExecutionContext, context: BrowserContext, found: string[]): Promise<void> {
  for (const page of context.pages()) {
    const seen = page.locator('body').allInnerTexts();
    const text = await within('what a page shows', seen, 5_000).catch((error: Error) => [error.message]);
    t.log(`${page.url()} shows:\n${text.join('').slice(0, 500)}`);
  }
  if (found.length > 0) t.log(`Faults:\n${found.join('\n')}`);
}

type Options = {
  path?: string;
  /** Routes, clocks and the like that the first page needs from its beginning. */
  prepare?: (visitor: Visitor) => Promise<unknown>;
} & VisitorOptions;

/** A visitor of the portal, on a page of an earlier visitor if there is one and nothing special is needed. */
async function enter(t: ExecutionContext, url: string, { origins = [], ...options }: VisitorOptions) {
  const address = (options.baseURL ?? url).replace(/\/$/, '');
  const isUsual = Object.keys(options).every((name) => name === 'baseURL');
  const page = (isUsual && takePage(address)) || (await openPage({ baseURL: address, ...options }));
  return { address, visitor: follow(t, page, [address, ...origins], isUsual ? address : undefined) };
}

/** A visitor of the portal who has not signed in. Changes by the test must end with the page's next load. */
export async function visitPortal(
  t: ExecutionContext,
  portal: { url: string },
  options: VisitorOptions = {},
): Promise<Visitor> {
  return (await enter(t, portal.url, options)).visitor;
}

/** A visitor who has signed in by the form at `path`, with a session beside that of the account's client. */
export async function signedIn(
  t: ExecutionContext,
  portal: { url: string },
  { username }: Account,
  { path = '/', prepare, ...options }: Options = {},
): Promise<Visitor> {
  const { address, visitor } = await enter(t, portal.url, options);
  await prepare?.(visitor);
  await visitor.page.goto(`${address}${path}`);
  await signIn(visitor.page, username);
  return visitor;
}

/**
 * A visitor at `path` who continues the session of the account's client, for tests that do not concern sessions. The
 * page accepts the session as it does after a provider's pages, which needs no form and no password hash.
 */
export async function visitAs(
  t: ExecutionContext,
  portal: { url: string },
  account: Account,
  { path = '/', prepare, ...options }: Options = {},
): Promise<Visitor> {
  const { session } = account;
  if (!session) return signedIn(t, portal, account, { path, prepare, ...options });
  account.session = undefined;
  const { address, visitor } = await enter(t, portal.url, options);
  const { page } = visitor;
  await prepare?.(visitor);
  const wanted = [`placard:${new URL(`${address}/`).pathname}:wanted`, path] as const;
  const once = await page.addInitScript(([name, path]) => {
    (globalThis as any).sessionStorage.setItem(name, path);
  }, wanted);
  await page.goto(`${address}/#${new URLSearchParams(session)}`);
  await once.dispose();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return visitor;
}
