import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

/** A host name of this machine that browsers do not treat as a secure context, like `http://placard.local` on a LAN. */
export const LAN_HOST = 'placard.test';

/** Starts a headless browser. @param more further arguments of Chromium */
export async function launchBrowser(executablePath?: string, more: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath ?? (await findChromium()),
    // In containers and as root the sandbox has no namespaces, and the tests open only their own pages.
    chromiumSandbox: false,
    args: [
      '--font-render-hinting=none',
      `--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`,
      // Of proxies of tests. For service workers a context's own setting is not enough.
      '--ignore-certificate-errors',
      // Windows are drawn by the processor: one tile for a whole one takes less than a dozen of the usual size.
      '--default-tile-width=1024',
      '--default-tile-height=640',
      ...more,
    ],
    timeout: 120_000,
  });
}
