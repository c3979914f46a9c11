import type { Page } from 'playwright-core';
import type { PanelOptions } from '#client/panel/panel-options.ts';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type Client, createClient } from './client.ts';
import { simulatedPanel } from './simulated-panels.ts';
import { until } from './until.ts';

export const PASSWORD = 'correct horse battery';

export interface Account {
  email: string;
  username: string;
  /** With the session of the registration. */
  client: Client;
  /** The same session for a browser. Its refresh token works once, so only the first browser can use it. */
  session?: { accessToken: string; refreshToken: string };
  /** A personal access token, created when first needed. */
  token?: string;
}

/** A whole box with its portal, its worker and its gateway. */
export interface Portal extends TestApp {
  client: Client;
  account(name?: string, invitation?: { code: string }): Promise<Account>;
  /** A connected simulated panel. */
  panel(options?: Partial<PanelOptions>): Promise<ReturnType<typeof simulatedPanel>>;
  /** A connected simulated panel that the account has claimed. */
  wall(
    account: Account,
    nickname: string,
    options?: Partial<PanelOptions>,
  ): Promise<{ id: string; panel: ReturnType<typeof simulatedPanel> }>;
  /** Pushes a text or a JPEG to a display with one request; returns the id of its content. */
  push(account: Account, displayId: string, body: string | Buffer): Promise<string>;
}

export async function startPortal(settings: Record<string, string> = {}): Promise<Portal> {
  const app = await startTestApp({ worker: true, gateway: true, settings });
  // A port for the box, because PUBLIC_URL may be the address of a proxy.
  const box = `http://127.0.0.1:${app.config.HTTP_PORT}`;
  const client = createClient({ ...app, url: box });
  const portal: Portal = {
    ...app,
    client,
    async account(name = `p${newId().slice(-12)}`, invitation) {
      const own = { email: `${name}@example.org`, username: name };
      const body = { ...own, password: PASSWORD, inviteCode: invitation?.code };
      const registered = await client.post('/auth/register', { body });
      if (registered.status !== 201) throw new Error(registered.text);
      const { accessToken, refreshToken } = registered.body;
      return { ...own, client: client.as(accessToken), session: { accessToken, refreshToken } };
    },
    async panel(options = {}) {
      const panel = simulatedPanel({
        server: box,
        hardwareId: `hw-${newId()}`,
        reconnectMs: 50,
        ...options,
      });
      await panel.connect();
      return panel;
    },
    async wall(account, nickname, options) {
      const panel = await portal.panel(options);
      const body = { code: await panel.claimCode(), nickname };
      const claimed = await account.client.post('/api/app/v1/displays/claim', { body });
      if (claimed.status !== 201) throw new Error(claimed.text);
      return { id: claimed.body.id, panel };
    },
    async push(account, displayId, body) {
      account.token ??= (await account.client.post('/auth/tokens', { body: { name: 'test' } })).body.token;
      const type = typeof body === 'string' ? 'text/plain' : 'image/jpeg';
      const headers = { authorization: `Bearer ${account.token}`, 'content-type': type };
      const pushed = await fetch(`${box}/push/${displayId}`, {
        method: 'POST',
        headers,
        body: body as RequestInit['body'],
      });
      if (!pushed.ok) throw new Error(await pushed.text());
      return ((await pushed.json()) as { content: { id: string } }).content.id;
    },
  };
  return portal;
}

/** Signs in on the sign-in page, and waits for the next page. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address or user name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Waits for a screen by its heading. */
export async function atScreen(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' }).waitFor();
}

/** Waits for the front page: the displays, or the first steps. */
export function atWalls(page: Page): Promise<void> {
  return atScreen(page, /^(Walls|Your first wall)$/);
}

/**
 * Advances the clock that a test installed in a page until a text is shown: second by second, because a page that waits for a
 * response starts its next timer only after it.
 */
export function passTimeUntilShown(page: Page, text: string): Promise<unknown> {
  return until(`the page to show "${text}"`, async () => {
    await page.clock.runFor(1_000);
    return page.getByText(text).first().isVisible();
  });
}
