import { createHash } from 'node:crypto';
import { transform } from 'esbuild';
import { until } from '#test/support/until.ts';
// Behind index.ts: the script that the page of a panel runs, without a browser.
import { PANEL_SCRIPT } from '../../../../modules/display/browser/panel-script.ts';
import {
  newMac,
  packed,
  pngHeader,
  startTrmnl,
  storedFrame,
  type TrmnlStand,
  test,
} from '../trmnl/trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

/** After a notice, such as that the box was too busy to respond in time, a panel asks again. */
const NOTICE_SECONDS = 60;

/** A browser without script: it keeps its cookie, loads the page and the picture in it. */
function browser({ app }: TrmnlStand, query = '') {
  let cookie = '';
  let kept: { url: string; bytes: Buffer } | null = null;
  const load = async (path: string, options: RequestInit = {}) => {
    const headers = { ...(cookie && { cookie }), connection: 'close', ...(options.headers as object) };
    const response = await fetch(`${app.url}${path}`, { ...options, headers });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  };
  return {
    get cookie() {
      return cookie;
    },
    async visit(turned = query) {
      const { response, html } = await until('a page without a notice', async () => {
        const response = await load(`/panel${turned}`);
        const html = await response.text();
        return !html.includes(`data-seconds="${NOTICE_SECONDS}"`) && { response, html };
      });
      const url = /<img id="picture"[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      if (url && kept?.url !== url) {
        const picture = await load(`/${url}`);
        kept = { url, bytes: Buffer.from(await picture.arrayBuffer()) };
      }
      return { response, html, bytes: kept?.bytes ?? Buffer.alloc(0) };
    },
    next(drawn?: string, shows?: string): Promise<any> {
      return until('a response without a notice', async () => {
        const response = await load(`/panel/next${query}`, {
          method: 'POST',
          body: JSON.stringify({ ...(drawn && { drawn }), ...(shows && { shows }) }),
          headers: { 'content-type': 'application/json' },
        });
        const status: any = await response.json();
        return status.seconds !== NOTICE_SECONDS && status;
      });
    },
  };
}

test('a browser without script enrols, is claimed, shows the picture, and confirms with its next visit', async (t) => {
  const { person, push, state } = t.context;
  const tablet = browser(t.context);
  const first = await tablet.visit();
  t.is(first.response.status, 200);
  const cookie = first.response.headers.get('set-cookie') ?? '';
  t.regex(cookie, /HttpOnly/);
  t.regex(cookie, /SameSite=Lax/);
  t.regex(first.response.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  const code = /code ([A-Z0-9]{6})/.exec(first.html)?.[1] ?? '';
  t.regex(first.html, /<meta http-equiv="refresh" content="30">/);
  const displayId = await person.claim(code);
  const presentation = await push(displayId, 5);
  const { bytes, html } = await tablet.visit();
  t.is(await state(presentation), 'published');
  t.notRegex(html, /code [A-Z0-9]{6}/);
  t.true(packed(bytes, 1).equals(await storedFrame(t.context, presentation, 'raw1')));
  await tablet.visit();
  t.is(await state(presentation), 'confirmed');
});

test('the script reports what it has drawn, which confirms the picture at once', async (t) => {
  const { person, push, state } = t.context;
  const tablet = browser(t.context);
  await tablet.visit();
  const displayId = await person.claim((await tablet.next()).claimCode);
  const presentation = await push(displayId, 6);
  const status = await tablet.next();
  t.like(status, { claimCode: null, isPending: true });
  t.is(await state(presentation), 'published');
  await tablet.next('another command');
  t.is(await state(presentation), 'published');
  const again = await tablet.next();
  t.like(await tablet.next(again.picture.command), { isPending: false });
  t.is(await state(presentation), 'confirmed');
});

test('of the tabs of one panel four wait for a change, and a further one has its response at once', async (t) => {
  const { person } = t.context;
  const tablet = browser(t.context);
  await tablet.visit();
  const displayId = await person.claim((await tablet.next()).claimCode);
  const { picture } = await until('the page of its owner', async () => {
    const status = await tablet.next();
    return status.claimCode === null && status.picture && status;
  });
  await tablet.next(picture.command);
  const settled = await until('requests that are all there at once', async () => {
    const held = Array.from({ length: 5 }, async () => (await tablet.next(undefined, picture.name)).seconds);
    await Promise.race(held);
    await person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { nickname: 'Tabs' } });
    const waits: number[] = (await Promise.all(held)).toSorted((a, b) => a - b);
    return waits.filter((seconds) => seconds === 1).length === 4 && waits;
  });
  t.deepEqual(settled, [1, 1, 1, 1, 10]);
});

test.serial('a browser that keeps no cookies does not become a new panel with each request', async (t) => {
  const { app } = t.context;
  const count = async () =>
    Number((await app.app.db('display.devices').where({ model: 'browser' }).count().first())?.count);
  const before = await count();
  const response = await fetch(`${app.url}/panel/next`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  t.is(response.headers.get('set-cookie'), null);
  t.like(await response.json(), { picture: null, claimCode: null });
  t.is(await count(), before);
});

test('the script of the page uses nothing newer than ES5, for browsers of 2012', async (t) => {
  // What is newer would be written in another way for ES5, or refused. The shorter literals of objects are esbuild's own.
  const { code } = await transform(PANEL_SCRIPT, { target: 'es5' });
  const asItIs = await transform(PANEL_SCRIPT, {
    target: 'esnext',
    supported: { 'object-extensions': false },
  });
  t.is(code, asItIs.code);
});

test('a browser that does not support hashes in a policy, such as Safari 9, runs the page', async (t) => {
  const { response, html } = await browser(t.context).visit();
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const kind of ['script', 'style']) {
    const [, inside = ''] = new RegExp(`<${kind}>([\\s\\S]+)</${kind}>`).exec(html) ?? [];
    const hash = createHash('sha256').update(inside).digest('base64');
    t.true(policy.includes(`${kind}-src 'unsafe-inline' 'sha256-${hash}'`), policy);
  }
});

test('the page shows four greys, rotated where that is set', async (t) => {
  const { person, push } = t.context;
  const tablet = browser(t.context, '?rotate=90');
  const { html, bytes: claim } = await tablet.visit();
  t.like(pngHeader(claim), { width: 480, height: 800, bits: 1 });
  const displayId = await person.claim(/code ([A-Z0-9]{6})/.exec(html)?.[1] ?? '');
  const patched = await person.app.patch(`/api/app/v1/displays/${displayId}`, {
    body: { greys: 4, pollSeconds: 120 },
  });
  t.like(patched.body.settings, { greys: 4, pollSeconds: 120, button: null });
  const presentation = await push(displayId, 7);
  const { bytes, html: page } = await tablet.visit();
  t.like(pngHeader(bytes), { width: 480, height: 800, bits: 2, colorType: 0 });
  t.regex(page, /<meta http-equiv="refresh" content="120">/);
  const turned = packed(bytes, 2);
  const raw2 = await storedFrame(t.context, presentation, 'raw2');
  const at = (frame: Buffer, width: number, x: number, y: number) => {
    const bit = (y * width + x) * 2;
    return ((frame[bit >> 3] ?? 0) >> (6 - (bit & 7))) & 3;
  };
  /** How many dots are not where `to` says that they go. */
  const misplaced = (frame: Buffer, width: number, to: (x: number, y: number) => [number, number]) => {
    let count = 0;
    for (let y = 0; y < 480; y++)
      for (let x = 0; x < 800; x++) if (at(raw2, 800, x, y) !== at(frame, width, ...to(x, y))) count++;
    return count;
  };
  t.is(
    misplaced(turned, 480, (x, y) => [479 - y, x]),
    0,
  );
  const upsideDown = await tablet.visit('?rotate=180');
  t.like(pngHeader(upsideDown.bytes), { width: 800, height: 480 });
  t.is(
    misplaced(packed(upsideDown.bytes, 2), 800, (x, y) => [799 - x, 479 - y]),
    0,
  );
  const otherWay = await tablet.visit('?rotate=270');
  t.like(pngHeader(otherWay.bytes), { width: 480, height: 800 });
  t.is(
    misplaced(packed(otherWay.bytes, 2), 480, (x, y) => [y, 799 - x]),
    0,
  );
  const level = await tablet.visit('');
  t.true(packed(level.bytes, 2).equals(raw2));
  for (const query of ['?rotate=45', '?rotate=-90', '?rotate=left'])
    t.is((await fetch(`${t.context.app.url}/panel${query}`)).status, 400, query);
});

test('a foreign cookie, or that of a deleted panel, makes a new panel', async (t) => {
  for (const cookie of [
    'placard_panel=x',
    'placard_panel=browser-00000000-0000-7000-8000-000000000000.abc',
    `placard_panel=${newMac()}.x`,
  ]) {
    const setCookie = await until('a page without a notice, as a busy machine may send first', async () => {
      const response = await fetch(`${t.context.app.url}/panel`, { headers: { cookie } });
      t.is(response.status, 200);
      return response.headers.get('set-cookie');
    });
    t.regex(setCookie, /^placard_panel=browser-[0-9a-f-]{36}\.[\w-]+;/);
  }
});
