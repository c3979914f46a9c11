import { readFile } from 'node:fs/promises';
import test from 'ava';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { claimDisplay } from '../stand.ts';
import { assetsOf, fieldsOf, type PushStand, startPushes } from './stand.ts';

let stand: PushStand;
let png: Buffer;
let jpeg: Buffer;
let gif: Buffer;
let webp: Buffer;
test.before(async () => {
  const drawing = encode(drawPhotograph(64, 40));
  [png, jpeg, gif, webp] = await Promise.all([
    drawing.clone().png().toBuffer(),
    drawing.clone().jpeg().toBuffer(),
    drawing.clone().gif().toBuffer(),
    drawing.clone().webp().toBuffer(),
  ]);
  stand = await startPushes();
});
test.after.always(() => stand?.close());

const svg = Buffer.from('<?xml version="1.0"?>\n<!-- a sign -->\n<svg xmlns="http://www.w3.org/2000/svg"/>');
const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\n');

const looked = (): [string, Buffer, object][] => [
  ['a text', Buffer.from('Buy milk & eggs=2'), { type: 'text', text: 'Buy milk & eggs=2' }],
  [
    'an address',
    Buffer.from(' https://example.com/a?b#c\n'),
    { type: 'link', url: 'https://example.com/a?b#c' },
  ],
  [
    'an address among words',
    Buffer.from('see https://example.com'),
    { type: 'text', text: 'see https://example.com' },
  ],
  ['PNG', png, { type: 'image', filename: 'push.png', contentType: 'image/png', sizeBytes: png.length }],
  ['JPEG', jpeg, { type: 'image', filename: 'push.jpg', contentType: 'image/jpeg', sizeBytes: jpeg.length }],
  ['GIF', gif, { type: 'image', filename: 'push.gif', contentType: 'image/gif', sizeBytes: gif.length }],
  ['WebP', webp, { type: 'image', filename: 'push.webp', contentType: 'image/webp', sizeBytes: webp.length }],
  ['SVG', svg, { type: 'image', filename: 'push.svg', contentType: 'image/svg+xml', sizeBytes: svg.length }],
  ['PDF', pdf, { type: 'file', filename: 'push.pdf', contentType: 'application/pdf', sizeBytes: pdf.length }],
];

for (const contentType of [
  undefined,
  'text/plain; charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/x-newer-than-this',
]) {
  test(`the type of a body sent as ${contentType ?? 'nothing'} is recognised from its bytes`, async (t) => {
    const { push } = await stand.newPusher();
    for (const [name, bytes, asset] of looked()) {
      const response = await push('/kitchen', bytes, contentType ? { 'content-type': contentType } : {});
      t.is(response.status, 201, name);
      t.deepEqual(assetsOf(response), [{ assetIndex: 0, ...asset }], name);
    }
  });
}

const declared = (): [string, string | Buffer][] => [
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/gif', gif],
  ['image/webp', webp],
  ['image/svg+xml', svg],
  ['application/pdf', pdf],
  ['text/markdown', '# Grüße'],
  ['application/json', '{"a": [1, null]}'],
];

test('bytes that match their Content-Type become that asset', async (t) => {
  const { push } = await stand.newPusher();
  for (const [contentType, bytes] of declared()) {
    const response = await push('', bytes, {
      'content-type': `${contentType}; x=y`,
      filename: 'a/b/sign.bin',
    });
    t.is(response.status, 201, contentType);
    t.like(assetsOf(response)[0], {
      contentType,
      filename: 'sign.bin',
      sizeBytes: Buffer.from(bytes).length,
    });
  }
});

test('bytes that do not match their Content-Type are refused, and nothing is stored', async (t) => {
  const { push, client } = await stand.newPusher();
  const cut = Buffer.from('{"a": [1, nul');
  const latin1 = Buffer.from('Gr\xfc\xdfe', 'latin1');
  for (const [contentType] of declared()) {
    const bytes = contentType === 'text/markdown' ? latin1 : cut;
    const response = await push('', bytes, { 'content-type': contentType });
    t.is(response.status, 400, contentType);
    t.like(response.body.error, { code: 'invalid_asset', details: { assetIndex: 0 } }, contentType);
  }
  t.is((await push('', jpeg, { 'content-type': 'image/png' })).body.error.code, 'invalid_asset');
  t.is((await push('', latin1)).body.error.code, 'invalid_asset');
  t.is((await push('', Buffer.from('a\0b'))).body.error.code, 'invalid_asset');
  t.deepEqual((await client.get('/api/sdk/v1/contents')).body.items, []);
});

test('a HEIC photograph is refused with an explanation under every Content-Type', async (t) => {
  const { push } = await stand.newPusher();
  const heic = await readFile(new URL('../../../support/photo.heic', import.meta.url));
  for (const contentType of ['image/heic', 'image/jpeg', 'application/octet-stream']) {
    const { status, body } = await push('', heic, { 'content-type': contentType });
    t.is(status, 400, contentType);
    t.like(body.error, {
      code: 'invalid_asset',
      message: 'Asset 0 is a HEIC photograph, which cannot be read here: send it as JPEG.',
    });
  }
});

test('empty or invisible text, and addresses that cannot be fetched, are refused', async (t) => {
  const { push } = await stand.newPusher();
  for (const body of [undefined, '', ' \n\t', '\u200b\u200d\u2060', 'https://user:pass@example.com/'])
    t.like((await push('', body)).body, { error: { code: 'invalid_request' } }, body);
});

test('bodies up to the limits are accepted, larger ones refused', async (t) => {
  const { push } = await stand.newPusher();
  t.is((await push('', 'ü'.repeat(100_000))).status, 201);
  t.is((await push('', 'ü'.repeat(100_001))).body.error.code, 'asset_too_large');
  const most = Buffer.concat([png, Buffer.alloc(stand.config.MAX_ASSET_BYTES - png.length)]);
  t.is((await push('', most)).status, 201);
  const more = Buffer.concat([most, Buffer.alloc(1)]);
  t.is((await push('', more)).body.error.code, 'asset_too_large');
  const streamed = await fetch(`${stand.url}/push`, {
    method: 'POST',
    headers: { authorization: `Bearer ${'plc_pat_'}` },
    body: new Blob([more]).stream(),
    duplex: 'half',
  } as RequestInit);
  t.is(streamed.status, 401, 'the credential comes before the bytes');
});

test('a form makes an asset of every file, text and link, in the order sent', async (t) => {
  const { push, displayId } = await stand.newPusher();
  const form = new FormData();
  form.append('title', 'Trip');
  form.append('picture', new Blob([jpeg], { type: 'image/jpeg' }), 'gate.jpg');
  form.append('text', 'Gate 22');
  form.append('link', 'https://example.com/trip');
  form.append('text', 'https://example.com/other');
  form.append('any', new Blob([pdf], { type: 'application/octet-stream' }), 'ticket.pdf');
  form.append('display', 'KITCHEN');
  const response = await push('', form);
  t.is(response.status, 201);
  t.like(response.body.content, { title: 'Trip', mode: 'manual', requestedDisplayId: displayId });
  t.deepEqual(assetsOf(response), [
    { assetIndex: 0, type: 'image', filename: 'gate.jpg', contentType: 'image/jpeg', sizeBytes: jpeg.length },
    { assetIndex: 1, type: 'text', text: 'Gate 22' },
    { assetIndex: 2, type: 'link', url: 'https://example.com/trip' },
    { assetIndex: 3, type: 'link', url: 'https://example.com/other' },
    {
      assetIndex: 4,
      type: 'file',
      filename: 'ticket.pdf',
      contentType: 'application/pdf',
      sizeBytes: pdf.length,
    },
  ]);
});

test('a form may name the display of its address differently, but no other display', async (t) => {
  const { push, client, displayId } = await stand.newPusher();
  const { thingName } = (await client.get(`/api/sdk/v1/displays/${displayId}`)).body;
  const send = (address: string, display: string) => {
    const form = new FormData();
    form.append('text', 'Hello');
    form.append('display', display);
    return push(`/${address}`, form);
  };
  for (const [address, display] of [
    ['kitchen', 'Kitchen'],
    ['KITCHEN', ' kitchen '],
    ['kitchen', displayId],
    [displayId.toUpperCase(), 'kitchen'],
    [thingName, displayId],
  ] as const) {
    const response = await send(address, display);
    t.is(response.status, 201, `${address} and ${display}: ${response.text}`);
    t.is(response.body.content.requestedDisplayId, displayId);
  }
  const other = await claimDisplay(client);
  const stranger = await stand.newPusher();
  for (const display of [other, stranger.displayId, 'hall', ''])
    t.deepEqual(fieldsOf(await send('kitchen', display)), { display: 'must not contradict the address.' });
});

test('a part that does not match its Content-Type is refused with its place, and nothing is stored', async (t) => {
  const { push, client } = await stand.newPusher();
  for (const [type, bytes] of [
    ['image/png', jpeg],
    ['application/pdf', png],
    ['application/json', Buffer.from('{"a": nul')],
    ['text/markdown', Buffer.from('Gr\xfc\xdfe', 'latin1')],
  ] as const) {
    const form = new FormData();
    form.append('text', 'Gate 22');
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'gate');
    const { status, body } = await push('/kitchen', form);
    t.is(status, 400, type);
    t.like(body.error, { code: 'invalid_asset', details: { assetIndex: 1 } }, type);
  }
  t.deepEqual((await client.get('/api/sdk/v1/contents')).body.items, []);
});

test('a form with a wrong field, an option twice, too many parts or no end is refused', async (t) => {
  const { push, client } = await stand.newPusher();
  const of = (fields: [string, string][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  };
  t.deepEqual(
    fieldsOf(
      await push(
        '',
        of([
          ['text', 'a'],
          ['titel', 'b'],
        ]),
      ),
    ),
    {
      titel: 'is not an option of a push. Did you mean title?',
    },
  );
  t.is(
    (
      await push(
        '',
        of([
          ['title', 'a'],
          ['title', 'b'],
          ['text', 'c'],
        ]),
      )
    ).status,
    400,
  );
  t.is((await push('', of([['title', 'alone']]))).status, 400);
  t.deepEqual(
    fieldsOf(
      await push(
        '/kitchen?title=a',
        of([
          ['title', 'b'],
          ['text', 'c'],
          ['display', 'hall'],
        ]),
      ),
    ),
    { title: 'must not contradict the address.', display: 'must not contradict the address.' },
  );
  const many = Array.from({ length: 51 }, () => ['text', 'a'] as [string, string]);
  t.is((await push('', of(many.slice(1)))).status, 201);
  t.is((await push('', of(many))).status, 400);
  const thousands = Array.from({ length: 10_000 }, () => ['text', 'a'] as [string, string]);
  t.is((await push('', of(thousands))).status, 400);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  for (const cut of ['', '--x', start, start + png.toString('latin1')])
    t.is((await push('', Buffer.from(cut, 'latin1'), headers)).status, 400, JSON.stringify(cut.slice(0, 40)));
  t.is((await push('', 'a', { 'content-type': 'multipart/form-data' })).status, 400);
  t.is((await client.get('/api/sdk/v1/contents')).body.items.length, 1);
});
