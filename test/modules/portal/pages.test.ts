import test from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';

let app: TestApp;
test.before(async () => {
  app = await startTestApp();
});
test.after.always(() => app?.close());

const SCREENS = [
  '/',
  '/sign-in',
  '/register',
  '/reset',
  '/displays/019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90',
  '/compose',
  '/library',
  '/library/019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90',
  '/settings',
  '/settings/tokens',
  '/claim?code=KDF4T7',
  '/share',
  '/settings/',
];

/** What the page loads: addresses of scripts, styles, icons. */
function loadedBy(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
}

for (const path of SCREENS) {
  test(`${path} returns the page, which is not cached and finds its files from there`, async (t) => {
    const response = await fetch(app.url + path);
    t.is(response.status, 200);
    t.is(response.headers.get('content-type'), 'text/html; charset=utf-8');
    t.is(response.headers.get('cache-control'), 'no-store');
    const html = await response.text();
    t.true(html.includes('<noscript>'));
    for (const address of loadedBy(html)) {
      t.false(/^(\/|\w+:)/.test(address), `${address} is relative`);
      t.true(new URL(address, `${app.url}${path}`).pathname.startsWith('/portal/'), address);
    }
  });
}

test('behind a proxy that strips a path, the page finds its files below that path', async (t) => {
  const html = await (await fetch(`${app.url}/settings/tokens`)).text();
  for (const address of loadedBy(html)) {
    const { pathname } = new URL(address, 'https://example.org/home/placard/settings/tokens');
    t.true(pathname.startsWith('/home/placard/portal/'), pathname);
  }
});

test('other paths are 404', async (t) => {
  for (const path of [
    '/nowhere',
    '/displays',
    '/displays/a/b',
    '/settings/a/b',
    '/portal/',
    '/portal/x.js',
    '/portal/manifest.json',
    '/portal/..%2fmanifest.json',
  ])
    t.is((await fetch(app.url + path)).status, 404, path);
});

test('the policy allows only the files of this server, and text never becomes markup', async (t) => {
  const response = await fetch(app.url);
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ');
  t.is(directives[0], "default-src 'none'");
  for (const directive of [
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ])
    t.true(directives.includes(directive), directive);
  t.notRegex(directives.join(), /unsafe|\*|https?:/);
  const html = await response.text();
  t.notRegex(html, /<style|style=|\son\w+=|javascript:/i);
  t.regex(html, /<script type="module" src="[^"]+"><\/script>/);
  t.is(html.match(/<script/g)?.length, 1);
});

test('files are immutable, and compressed for clients that accept that', async (t) => {
  const html = await (await fetch(app.url)).text();
  for (const address of loadedBy(html)) {
    const url = new URL(address, `${app.url}/`);
    const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
    t.is(plain.status, 200, address);
    t.is(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    t.is(plain.headers.get('content-encoding'), null);
    t.is(plain.headers.get('vary'), 'Accept-Encoding');
    const bytes = await plain.text();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const) {
      const response = await fetch(url, { headers: { 'Accept-Encoding': accepted } });
      const kept = response.headers.get('content-encoding');
      if (kept !== null) t.is(kept, encoding, address);
      t.is(await response.text(), bytes);
    }
  }
});

test('the first load is small', async (t) => {
  const html = await (await fetch(app.url)).text();
  const sizes = { js: 0, css: 0 };
  const counts = { js: 0, css: 0 };
  for (const address of loadedBy(html)) {
    const kind = address.split('.').at(-1);
    if (kind !== 'js' && kind !== 'css') continue;
    const response = await fetch(new URL(address, `${app.url}/`), { headers: { 'Accept-Encoding': 'br' } });
    sizes[kind] += Number(response.headers.get('content-length'));
    counts[kind] += 1;
  }
  t.true(sizes.js > 0 && sizes.js <= 60 * 1024, `${sizes.js} bytes of script`);
  t.true(sizes.css > 0 && sizes.css <= 15 * 1024, `${sizes.css} bytes of style`);
  // The frame, what all screens share, and the worker: a browser asks a server without TLS for six files at a time.
  t.deepEqual(counts, { js: 3, css: 1 });
});
