import test from 'ava';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
import { claimDisplay, create, type LibraryStand, link, pdf, png, startLibrary, text } from '../stand.ts';

let stand: LibraryStand;
let user: TestAccount;
let displayId: string;

test.before(async () => {
  stand = await startLibrary({ settings: { MAX_ASSET_BYTES: '1000' } });
  user = await stand.newUser();
  displayId = await claimDisplay(user.client);
});
test.after.always(() => stand?.close());

const note = text('hello');
const long = 'x'.repeat(100_000);
const jpeg = { ...png(10), contentType: 'image/jpeg', filename: 'a.jpg' };

/** What is accepted: the body, and the paths of the response that matter. */
const accepted: [string, () => Record<string, unknown>, Record<string, unknown>][] = [
  ['auto for displays', () => ({ mode: 'auto', assets: [note] }), { mode: 'auto', state: 'pending' }],
  [
    'auto with null display',
    () => ({ mode: 'auto', displayId: null, assets: [note] }),
    { requestedDisplayId: null },
  ],
  [
    'auto, targetless',
    () => ({ mode: 'auto', output: {}, assets: [note, link('https://example.com'), png(5), pdf(7)] }),
    {
      output: {
        formats: ['scene', 'png'],
        preset: null,
        viewport: { width: 800, height: 480 },
        colorMode: 'color',
        pixelRatio: 1,
      },
    },
  ],
  ['manual', () => ({ mode: 'manual', displayId, assets: [note, png(5)] }), { mode: 'manual', output: null }],
  [
    'hardcode for a display, PNG',
    () => ({ mode: 'hardcode', displayId, assets: [png(5)] }),
    { mode: 'hardcode' },
  ],
  [
    'hardcode for a display, JPEG',
    () => ({ mode: 'hardcode', displayId, assets: [jpeg] }),
    { mode: 'hardcode' },
  ],
  [
    'hardcode, targetless',
    () => ({ mode: 'hardcode', output: { preset: 'macos-widget-small' }, assets: [png(5)] }),
    { requestedDisplayId: null },
  ],
  ['no mode, text', () => ({ assets: [note] }), { mode: null, state: 'ready' }],
  ['no mode, null', () => ({ mode: null, displayId: null, output: null, assets: [note] }), { mode: null }],
  ['no mode, image', () => ({ assets: [png(5)] }), { mode: null, state: 'pending' }],
  ['50 assets', () => ({ mode: 'auto', assets: Array(50).fill(note) }), { state: 'pending' }],
  ['the longest text', () => ({ mode: 'auto', assets: [text(long)] }), { failure: null }],
  [
    'as much text as there may be',
    () => ({ mode: 'auto', assets: Array(10).fill(text(long)) }),
    { failure: null },
  ],
  [
    'text counted in characters',
    () => ({ mode: 'auto', assets: [text('😀'.repeat(100_000))] }),
    { failure: null },
  ],
  ['the largest asset', () => ({ mode: 'auto', assets: [png(1000)] }), { failure: null }],
  [
    'title and intent at their limits',
    () => ({ title: 't'.repeat(200), intent: 'i'.repeat(2000), assets: [note] }),
    { failure: null },
  ],
  [
    'unknown fields',
    () => ({ mode: 'auto', colour: 'red', assets: [{ ...note, mood: 1 }] }),
    { failure: null },
  ],
  [
    'every image type',
    () => ({ assets: imageTypes.map((contentType) => ({ ...png(5), contentType })) }),
    { failure: null },
  ],
  [
    'every file type',
    () => ({ assets: fileTypes.map((contentType) => ({ ...pdf(5), contentType })) }),
    { failure: null },
  ],
];
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
const fileTypes = ['application/pdf', 'text/plain', 'text/markdown', 'application/json'];

for (const [name, body, expected] of accepted) {
  test(`accepted: ${name}`, async (t) => {
    const response = await create(user.client, body());
    t.is(response.status, 201, response.text);
    t.like(response.body.content, expected);
  });
}

test('bodies up to 8 MiB are accepted, larger ones refused', async (t) => {
  const assets = [text('ok')];
  const roomy = await create(user.client, { assets, note: 'n'.repeat(7 * 1024 * 1024) });
  t.is(roomy.status, 201);
  const large = await create(user.client, { assets, note: 'n'.repeat(8 * 1024 * 1024) });
  t.is(`${large.status} ${large.body.error.code}`, '413 payload_too_large');
});
