import test from 'ava';
import { launchBrowser } from '#test/support/browser.ts';
import { findChromium, hasPackagedChromium, packagedChromium } from '#test/support/chromium.ts';
import { atScreen } from '#test/support/portal.ts';
import { visitPortal } from '#test/support/visit.ts';
import { portal } from './boxes.ts';

test('the API reference opens in a browser under its own policy', async (t) => {
  const { page } = await visitPortal(t, portal);
  await page.goto('/docs');
  await page
    .getByRole('heading', { name: /Placard/ })
    .first()
    .waitFor();
  // It goes on to draw every operation.
  await page.close();
  t.pass();
});

test('the portal opens in a browser with no language or an unknown one', async (t) => {
  // Without an account, the page creates the first one.
  await portal.account();
  const { page } = await visitPortal(t, portal);
  for (const languages of [[], ['en-US@posix'], ['fr', 'en_GB', 'de']]) {
    const script = await page.addInitScript((languages) => {
      Object.defineProperty(navigator, 'languages', { get: () => languages });
    }, languages);
    await page.goto('/');
    await atScreen(page, 'Sign in');
    t.deepEqual(await page.evaluate('navigator.languages'), languages);
    await script.dispose();
  }
});

test('an error in a page is reported', async (t) => {
  const { page, faults, expectFaults } = await visitPortal(t, portal);
  await page.goto('/');
  const thrown = page.waitForEvent('pageerror');
  const blocked = page.waitForEvent('console', (message) => message.type() === 'error');
  await page.evaluate(() => {
    const { document } = globalThis as any;
    document.body.append(
      Object.assign(document.createElement('img'), { src: 'http://elsewhere.test/x.png' }),
    );
    setTimeout(() => {
      throw new Error('planted');
    });
  });
  await Promise.all([thrown, blocked]);
  t.true(faults().some((fault) => /^exception: Error: planted/.test(fault)));
  t.true(
    faults().some((fault) => /elsewhere\.test.*[Pp]olicy|[Pp]olicy.*elsewhere\.test/.test(fault)),
    faults().join('\n'),
  );
  expectFaults(/planted|elsewhere/);
});

test('the browser of the package is used if the machine has none', async (t) => {
  if (!hasPackagedChromium) return t.pass('there is none for this kind of machine');
  const packaged = await packagedChromium();
  // If the machine has none, all tests of the portal use it.
  if (packaged === (await findChromium())) return t.pass('the other tests are in it');
  const started = await launchBrowser(packaged);
  t.teardown(() => started.close());
  const page = await started.newPage();
  await page.goto(`${portal.url}/docs`);
  await page
    .getByRole('heading', { name: /Placard/ })
    .first()
    .waitFor();
  t.pass();
});

test('a browser without script shows a notice', async (t) => {
  // Switched off in the settings of the browser, because drivers leave `noscript` hidden.
  const started = await launchBrowser(undefined, ['--blink-settings=scriptEnabled=false']);
  t.teardown(() => started.close());
  const page = await started.newPage();
  const devtools = await page.context().newCDPSession(page);
  for (const path of ['/', '/claim?code=ABC234']) {
    await page.goto(`${portal.url}${path}`);
    const { nodes } = await devtools.send('Accessibility.getFullAXTree');
    const words = nodes.filter(({ role }) => role?.value === 'StaticText').map(({ name }) => name?.value);
    t.deepEqual(words, [
      'This page needs JavaScript. Please switch it on in your browser and load the page again.',
    ]);
  }
});
