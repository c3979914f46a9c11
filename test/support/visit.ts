import { type ExecutionContext, registerCompletionHandler } from 'ava';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type Account, signIn } from './portal.ts';
import { within } from './until.ts';

/** A browser of one person: its own cookies and storage, and pages that may not go wrong. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Another tab of the same person. */
  openTab(): Promise<Page>;
  /** From here on, faults that match are part of the test. */
  expectFaults(pattern: RegExp): void;
  /** What went wrong and was not expected: errors on the console, violations of the policy, requests that failed or went elsewhere. */
  faults(): string[];
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Origins that pages may ask beside the one of `baseURL`. */
  origins?: string[];
}

/** For whatever a page is to do: a busy machine takes seconds to start one. */
const PAGE_TIMEOUT_MS = 120_000;
/**
 * What runs in a page has no such limit. When a visit lasts longer, its pages are closed, which ends whatever still waits for
 * them: before ava would give up on the whole run.
 */
const VISIT_MS = 240_000;

/** A browser gives up what it loads when the machine gets another network address, as when a container starts. */
const OF_THE_MACHINE = 'net::ERR_NETWORK_CHANGED';

// Playwright takes a stack for each of its calls. Ava has Node translate them by source maps, of which stripped types need none.
process.setSourceMapsEnabled(false);

let running: Promise<Browser> | undefined;

/** The one browser of this test file, which the first call starts. */
export function openBrowser(): Promise<Browser> {
  if (!running) {
    running = launchBrowser();
    registerCompletionHandler(() => void running?.then((browser) => browser.close()).catch(() => {}));
  }
  return running;
}

/** A new visitor of `baseURL`. The test fails when it ends and something went wrong on a page that the test did not expect. */
export async function visit(
  t: ExecutionContext,
  { origins = [], ...options }: VisitorOptions & { baseURL: string },
): Promise<Visitor> {
  const opening = (await openBrowser()).newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Without a graphics card each page in motion takes a fifth of a core for as long as it waits.
    reducedMotion: 'reduce',
    // It receives what other applications share, and nothing else. To start one for each visitor takes a tenth of what a
    // visit costs, and what a page asks while one takes over may escape `page.route`.
    serviceWorkers: 'block',
    ...options,
  });
  const context = await within('a new context of the browser', opening);
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const reason = `The visit lasted longer than ${VISIT_MS / 1000} s.`;
  const limit = setTimeout(() => void context.close({ reason }).catch(() => {}), VISIT_MS);
  const allowed = new Set([new URL(options.baseURL).origin, ...origins]);
  const found: string[] = [];
  const expected: RegExp[] = [];
  const faults = () => found.filter((fault) => !expected.some((pattern) => pattern.test(fault)));

  context.on('console', (message) => {
    if (message.type() !== 'error' || message.text().includes(OF_THE_MACHINE)) return;
    found.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => found.push(`exception: ${error.error().stack}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !allowed.has(url.origin))
      found.push(`elsewhere: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left ends what it was loading.
    if (reason !== 'net::ERR_ABORTED' && reason !== OF_THE_MACHINE)
      found.push(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  t.teardown(async () => {
    clearTimeout(limit);
    if (!t.passed) await describe(t, context, found);
    // A request that is under way at the end of a test is no fault of it. The test may have closed the context itself.
    await context.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {});
    await within('the browser to close a context', context.close());
    if (faults().length > 0) throw new Error(`Pages had faults:\n${faults().join('\n')}`);
  });
  return {
    context,
    page: await within('a new page', context.newPage()),
    openTab: () => within('a new tab', context.newPage()),
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

type Options = { path?: string } & VisitorOptions;

/** A visitor who has signed in by the form at `path`, with a session beside that of the account's client. */
export async function signedIn(
  t: ExecutionContext,
  portal: { url: string },
  { username }: Account,
  { path = '/', ...options }: Options = {},
): Promise<Visitor> {
  const visitor = await visit(t, { baseURL: portal.url, ...options });
  await visitor.page.goto(`${(options.baseURL ?? portal.url).replace(/\/$/, '')}${path}`);
  await signIn(visitor.page, username);
  return visitor;
}

/**
 * A visitor at `path` who goes on with the session of the account's client: for tests that are about something else than
 * sessions. The page takes the session up as it does after a provider's pages, which needs no form and no password hashed.
 */
export async function visitAs(
  t: ExecutionContext,
  portal: { url: string },
  account: Account,
  { path = '/', ...options }: Options = {},
): Promise<Visitor> {
  const { session } = account;
  if (!session) return signedIn(t, portal, account, { path, ...options });
  account.session = undefined;
  const visitor = await visit(t, { baseURL: portal.url, ...options });
  const base = (options.baseURL ?? portal.url).replace(/\/$/, '');
  await visitor.page.addInitScript(
    ({ name, path }) => {
      const page = globalThis as any;
      if (page.location.hash) page.sessionStorage.setItem(name, path);
    },
    { name: `placard:${new URL(`${base}/`).pathname}:wanted`, path },
  );
  await visitor.page.goto(`${base}/#${new URLSearchParams(session)}`);
  await visitor.page.getByRole('navigation', { name: 'Main' }).waitFor();
  return visitor;
}
