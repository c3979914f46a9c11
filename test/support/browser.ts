import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

/** A name that leads to this machine and is no secure context in the eyes of a browser, as `http://placard.local` on a LAN. */
export const LAN_HOST = 'placard.test';

/** Starts a browser without a window, with `more` arguments of Chromium. */
export async function launchBrowser(executablePath?: string, more: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? (await findChromium()),
    // Containers and root have no namespaces for the sandbox, and what is opened is ours.
    chromiumSandbox: false,
    args: [
      '--font-render-hinting=none',
      `--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`,
      // Of proxies of tests. For service workers a context's own setting is not enough.
      '--ignore-certificate-errors',
      ...more,
    ],
    timeout: 120_000,
  });
}
