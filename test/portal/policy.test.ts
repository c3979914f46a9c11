import test from 'ava';
import { atScreen, startPortal } from '#test/support/portal.ts';
import { signedIn } from '#test/support/visit.ts';

const portal = await startPortal();
test.after.always(() => portal.close());

const MARKUP = '<img src=x onerror="window.wasRun=1"><b>Hall</b>';

test.serial('markup in the name of a wall is text', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, MARKUP);
  const { page } = await signedIn(t, portal, account);
  await page.getByText(MARKUP).first().waitFor();
  await page.goto(`/displays/${id}`);
  await atScreen(page, MARKUP);
  t.is(await page.evaluate(() => (globalThis as any).wasRun), undefined);
});

test.serial(
  'the policy stops what a hole would need: markup from text, inline scripts, other hosts',
  async (t) => {
    const { page, expectFaults, faults } = await signedIn(t, portal, await portal.account());
    expectFaults(/Trusted(HTML|Script|ScriptURL)|Content Security Policy|elsewhere/);
    const refused = await page.evaluate(async () => {
      const { document } = globalThis as any;
      const attempts: Record<string, () => unknown> = {
        markup: () => {
          document.body.innerHTML = '<img src=x>';
        },
        host: () => fetch('http://elsewhere.test/'),
        worker: () => new (globalThis as any).Worker('data:,1'),
      };
      const found: string[] = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
        } catch {
          found.push(name);
        }
      }
      const script = Object.assign(document.createElement('script'), { id: 'inline' });
      try {
        script.text = 'window.wasRun = 1';
        document.body.append(script);
      } catch {}
      return { found, wasRun: (globalThis as any).wasRun };
    });
    t.deepEqual(refused, { found: ['markup', 'host', 'worker'], wasRun: undefined });
    t.deepEqual(faults(), []);
  },
);
