import test from 'ava';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
import { claimDisplay, create, type LibraryStand, link, pdf, png, startLibrary, text } from '../stand.ts';

let stand: LibraryStand;
let user: TestAccount;
let displayId: string;
let foreignDisplayId: string;

test.before(async () => {
  stand = await startLibrary({ settings: { MAX_ASSET_BYTES: '1000' } });
  user = await stand.newUser();
  displayId = await claimDisplay(user.client);
  foreignDisplayId = await claimDisplay((await stand.newUser()).client);
});
test.after.always(() => stand?.close());

const UNKNOWN = '01a1fe52-79b4-7000-b5d9-60643aa7ee2f';
const note = text('hello');
const long = 'x'.repeat(100_000);

/** What is refused: the body, status and code, and every field that must be named, no more and no less. */
const refused: [string, () => unknown, string, string[]][] = [
  ['not an object', () => [], '400 invalid_request', ['']],
  ['null', () => null, '400 invalid_request', ['']],
  ['an unknown mode', () => ({ mode: 'ai', assets: [note] }), '400 invalid_request', ['mode']],
  ['no assets', () => ({ mode: 'auto' }), '400 invalid_request', ['assets']],
  ['empty assets', () => ({ mode: 'auto', assets: [] }), '400 invalid_request', ['assets']],
  ['51 assets', () => ({ mode: 'auto', assets: Array(51).fill(note) }), '400 invalid_request', ['assets']],
  ['an asset that is no object', () => ({ assets: ['hi', note] }), '400 invalid_request', ['assets.0']],
  ['displayId without mode', () => ({ displayId, assets: [note] }), '400 invalid_request', ['displayId']],
  ['output without mode', () => ({ output: {}, assets: [note] }), '400 invalid_request', ['output']],
  [
    'auto with displayId',
    () => ({ mode: 'auto', displayId, assets: [note] }),
    '400 invalid_request',
    ['displayId'],
  ],
  [
    'auto, targetless, with displayId',
    () => ({ mode: 'auto', output: {}, displayId, assets: [note] }),
    '400 invalid_request',
    ['displayId'],
  ],
  [
    'manual without displayId',
    () => ({ mode: 'manual', assets: [note] }),
    '400 invalid_request',
    ['displayId'],
  ],
  [
    'manual with output',
    () => ({ mode: 'manual', displayId, output: {}, assets: [note] }),
    '400 invalid_request',
    ['output'],
  ],
  [
    'hardcode to nowhere',
    () => ({ mode: 'hardcode', assets: [png(5)] }),
    '400 invalid_request',
    ['displayId'],
  ],
  [
    'hardcode with both',
    () => ({ mode: 'hardcode', displayId, output: {}, assets: [png(5)] }),
    '400 invalid_request',
    ['displayId'],
  ],
  [
    'hardcode of two images',
    () => ({ mode: 'hardcode', displayId, assets: [png(5), png(5)] }),
    '400 invalid_request',
    ['assets'],
  ],
  [
    'hardcode of a text',
    () => ({ mode: 'hardcode', displayId, assets: [note] }),
    '400 invalid_asset',
    ['assets.0'],
  ],
  [
    'hardcode of a GIF',
    () => ({ mode: 'hardcode', output: {}, assets: [{ ...png(5), contentType: 'image/gif' }] }),
    '400 invalid_asset',
    ['assets.0'],
  ],
  [
    'a displayId that is no UUID',
    () => ({ mode: 'manual', displayId: 'x', assets: [note] }),
    '400 invalid_request',
    ['displayId'],
  ],
  [
    'a foreign display',
    () => ({ mode: 'manual', displayId: foreignDisplayId, assets: [note] }),
    '403 access_denied',
    [],
  ],
  [
    'an unknown display',
    () => ({ mode: 'manual', displayId: UNKNOWN, assets: [note] }),
    '404 display_not_found',
    [],
  ],
  [
    'hardcode to a foreign display',
    () => ({ mode: 'hardcode', displayId: foreignDisplayId, assets: [png(5)] }),
    '403 access_denied',
    [],
  ],
  [
    'an output of no pixels',
    () => ({ mode: 'auto', output: { viewport: { width: 0, height: 1 } }, assets: [note] }),
    '400 invalid_request',
    ['output.viewport.width'],
  ],
  [
    'an unknown preset',
    () => ({ mode: 'auto', output: { preset: 'tv' }, assets: [note] }),
    '400 invalid_request',
    ['output.preset'],
  ],
  ['an unknown type', () => ({ assets: [{ type: 'video' }] }), '400 invalid_request', ['assets.0.type']],
  ['a missing type', () => ({ assets: [{ text: 'x' }] }), '400 invalid_request', ['assets.0.type']],
  ['text missing', () => ({ assets: [{ type: 'text' }] }), '400 invalid_request', ['assets.0.text']],
  ['text blank', () => ({ assets: [text(' \n\t\u3000')] }), '400 invalid_request', ['assets.0.text']],
  [
    'text not a string',
    () => ({ assets: [{ type: 'text', text: 7 }] }),
    '400 invalid_request',
    ['assets.0.text'],
  ],
  ['text with a NUL', () => ({ assets: [text('a\u0000b')] }), '400 invalid_request', ['assets.0.text']],
  ['text too long', () => ({ assets: [text(`${long}x`)] }), '413 asset_too_large', ['assets.0.text']],
  [
    'texts too long together',
    () => ({ assets: [...Array(10).fill(text(long)), text('x')] }),
    '413 asset_too_large',
    ['assets'],
  ],
  ['link missing', () => ({ assets: [{ type: 'link' }] }), '400 invalid_request', ['assets.0.url']],
  ...[
    '/relative',
    'example.com',
    '//example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http:example.com',
    'https://',
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://:@example.com/',
    'http:///user:pass@example.com/',
    'http:////user@example.com/',
    'http:user:pass@example.com',
    'http:/user@example.com/',
    'http:\\\\user:pass@example.com/',
    'http:/\\user@example.com/',
    'ht\ntp://us\ter:pass@example.com/',
    'http:\t//user:pass@example.com/',
    ' HTTP://user:pass@example.com/',
    'http://user%40mail:p%3Aq@example.com',
    'http://user@example.com@evil.com/',
    'https:\\\\example.com',
    'https://example.com\\@evil.com/',
    'https://exa mple.com/',
    'https://example.com/\na',
    'https://example.com:99999/',
    `https://example.com/${'a'.repeat(8000)}`,
  ].map((url): (typeof refused)[number] => [
    `link ${JSON.stringify(url).slice(0, 40)}`,
    () => ({ assets: [link(url)] }),
    '400 invalid_request',
    ['assets.0.url'],
  ]),
  [
    'image without anything',
    () => ({ assets: [{ type: 'image' }] }),
    '400 invalid_request',
    ['assets.0.contentType', 'assets.0.filename', 'assets.0.sizeBytes'],
  ],
  [
    'file without anything',
    () => ({ assets: [{ type: 'file', filename: null, contentType: null, sizeBytes: null }] }),
    '400 invalid_request',
    ['assets.0.contentType', 'assets.0.filename', 'assets.0.sizeBytes'],
  ],
  ...(
    ['image/bmp', 'IMAGE/PNG', 'image/png; charset=utf-8', '', 'application/pdf', 'text/plain'] as const
  ).map((contentType): (typeof refused)[number] => [
    `image as "${contentType}"`,
    () => ({ assets: [{ ...png(5), contentType }] }),
    '400 invalid_asset',
    ['assets.0.contentType'],
  ]),
  ...(['image/png', 'text/html', 'application/zip'] as const).map((contentType): (typeof refused)[number] => [
    `file as "${contentType}"`,
    () => ({ assets: [{ ...pdf(5), contentType }] }),
    '400 invalid_asset',
    ['assets.0.contentType'],
  ]),
  ['an empty file', () => ({ assets: [png(0)] }), '400 invalid_request', ['assets.0.sizeBytes']],
  ['a negative size', () => ({ assets: [png(-1)] }), '400 invalid_request', ['assets.0.sizeBytes']],
  ['half a byte', () => ({ assets: [png(1.5)] }), '400 invalid_request', ['assets.0.sizeBytes']],
  [
    'a size in words',
    () => ({ assets: [{ ...png(1), sizeBytes: '5' }] }),
    '400 invalid_request',
    ['assets.0.sizeBytes'],
  ],
  ['one byte too many', () => ({ assets: [png(1001)] }), '413 asset_too_large', ['assets.0.sizeBytes']],
  [
    'a filename too long',
    () => ({ assets: [png(5, 'x'.repeat(256))] }),
    '400 invalid_request',
    ['assets.0.filename'],
  ],
  ...(['', ' ', '..', 'a/', '\u0007'] as const).map((filename): (typeof refused)[number] => [
    `filename ${JSON.stringify(filename)}`,
    () => ({ assets: [png(5, filename)] }),
    '400 invalid_request',
    ['assets.0.filename'],
  ]),
  ['title too long', () => ({ title: 't'.repeat(201), assets: [note] }), '400 invalid_request', ['title']],
  [
    'intent too long',
    () => ({ intent: 'i'.repeat(2001), assets: [note] }),
    '400 invalid_request',
    ['intent'],
  ],
  [
    'everything at once, of whatever kind',
    () => ({
      mode: 'hardcode',
      title: 7,
      assets: [{ type: 'video' }, text(' '), png(5000), { ...pdf(5), contentType: 'a/b' }, link('x')],
    }),
    '400 invalid_request',
    [
      'assets',
      'assets.0.type',
      'assets.1.text',
      'assets.2.sizeBytes',
      'assets.3.contentType',
      'assets.4.url',
      'displayId',
      'title',
    ],
  ],
  [
    'a wrong kind before a wrong size',
    () => ({ assets: [png(5000), { ...pdf(5), contentType: 'a/b' }] }),
    '400 invalid_asset',
    ['assets.0.sizeBytes', 'assets.1.contentType'],
  ],
];

for (const [name, body, expected, fields] of refused) {
  test(`refused: ${name}`, async (t) => {
    const response = await create(user.client, body());
    t.is(`${response.status} ${response.body.error.code}`, expected, response.text);
    const named = (response.body.error.details?.fields ?? []).map((field: { path: string }) => field.path);
    t.deepEqual([...named].sort(), fields);
  });
}

test('a refused content leaves nothing behind', async (t) => {
  const other = await stand.newUser();
  await create(other.client, { mode: 'manual', displayId: UNKNOWN, assets: [note] });
  const { body } = await other.client.get('/api/app/v1/contents');
  t.deepEqual(body, { items: [], nextCursor: null, hasMore: false });
});
