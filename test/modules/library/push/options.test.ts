import test from 'ava';
import { newId } from '#shared/ids.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { claimDisplay, parallel } from '../stand.ts';
import { fieldsOf, type PushStand, startPushes } from './stand.ts';

let stand: PushStand;
test.before(async () => {
  stand = await startPushes();
});
test.after.always(() => stand?.close());

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

// Serial: it counts the statements of this process.
test.serial(
  'accepting a text takes a dozen statements, which decide how many pushes a box accepts',
  async (t) => {
    const { displayId, push } = await stand.newPusher();
    const { db } = stand.app;
    const counted: string[] = [];
    const count = ({ sql }: { sql: string }) => counted.push(sql);
    db.on('query', count);
    const { status } = await push(`/${displayId}`, 'Buy milk');
    db.off('query', count);
    t.is(status, 201);
    t.is(counted.filter((sql) => sql === 'BEGIN;').length, 1, 'one transaction');
    const reads = counted.filter((sql) => sql.startsWith('select') && sql.includes('"display"."devices"'));
    t.is(reads.length, 2, 'the display is looked up once, and checked once in the transaction');
    t.true(counted.length <= 12, counted.join('\n'));
  },
);

test('a personal access token works as Bearer and as the password of Basic, a session does not', async (t) => {
  const { client: session } = await stand.newUser();
  const { token } = (await session.post('/auth/tokens', { body: { name: 'printer' } })).body;
  const anyone = stand.client;
  const send = (headers: Record<string, string>) => anyone.post('/push', { raw: 'Hello', headers });
  for (const headers of [{ authorization: `Bearer ${token}` }, basic('', token), basic('anybody', token)])
    t.is((await send(headers)).status, 201);
  const refused = [{}, basic('', `${token}x`), basic(token, ''), { authorization: 'Basic %%%' }];
  const bodies = new Set<string>();
  for (const headers of refused) {
    const { status, body, headers: responded } = await send(headers as Record<string, string>);
    t.is(status, 401);
    t.regex(responded.get('www-authenticate') ?? '', /^Basic realm=.*Bearer/);
    bodies.add(JSON.stringify({ ...body.error, requestId: '' }));
  }
  const withSession = await session.post('/push', { raw: 'Hello' });
  t.is(withSession.status, 401);
  t.is(withSession.body.error.code, 'authentication_failed');
  t.regex(withSession.headers.get('www-authenticate') ?? '', /^Basic realm=.*Bearer/);
  bodies.add(JSON.stringify({ ...withSession.body.error, requestId: '' }));
  t.is(bodies.size, 1, 'the same body as for everything else');
  t.is((await anyone.post(`/push?token=${token}`, { raw: 'Hello' })).status, 401);
});

test('a display can be named by its id, its thing name, or its nickname as people write it', async (t) => {
  const { push, client, displayId } = await stand.newPusher();
  await client.patch(`/api/app/v1/displays/${displayId}`, { body: { nickname: 'Büro  Erd-Geschoß' } });
  const { thingName } = (await client.get(`/api/sdk/v1/displays/${displayId}`)).body;
  const names = [
    displayId,
    displayId.toUpperCase(),
    thingName,
    'büro-erd-geschoss',
    'BÜRO ERD GESCHOSS',
    ' Bu\u0308ro-Erd-Geschoß ',
    'Ｂüro Erd-Geschoß',
  ];
  for (const name of names) {
    const response = await push(`/${encodeURIComponent(name)}`, 'Hello');
    t.is(response.status, 201, `${name}: ${response.text}`);
    t.is(response.body.content.requestedDisplayId, displayId);
  }
});

test('a name in another case is the same, another letter is another name', async (t) => {
  const { push, client, displayId } = await stand.newPusher();
  const found = async (name: string, wanted: string) => {
    await client.patch(`/api/app/v1/displays/${displayId}`, { body: { nickname: name } });
    return (await push(`/${encodeURIComponent(wanted)}`, 'Hello')).status;
  };
  for (const [name, wanted] of [
    ['Straße', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İzmir', 'İZMIR'],
    ['kırmızı', 'Kırmızı'],
  ] as const)
    t.is(await found(name, wanted), 201, `${name} ${wanted}`);
  for (const [name, wanted] of [
    ['kirmizi', 'kırmızı'],
    ['kız', 'KIZ'],
    ['İzmir', 'Izmir'],
  ] as const)
    t.is(await found(name, wanted), 404, `${name} ${wanted}`);
});

test('a display that does not exist, is not owned or is ambiguous is refused with a list of those that exist', async (t) => {
  const { push, client, displayId } = await stand.newPusher();
  const stranger = await stand.newPusher();
  t.like(await push('/hall', 'Hello'), {
    status: 404,
    body: { error: { code: 'display_not_found', details: { displays: ['Kitchen'] } } },
  });
  t.is((await push(`/${'k'.repeat(10_000)}`, 'Hello')).status, 400);
  t.is((await push('/%ff', 'Hello')).status, 404);
  t.is((await push('/01a201b6-e20f-7000-a921-436ecd53fe71', 'Hello')).body.error.code, 'display_not_found');
  t.is((await push(`/${stranger.displayId}`, 'Hello')).body.error.code, 'access_denied');
  const second = await claimDisplay(client);
  await client.patch(`/api/app/v1/displays/${second}`, { body: { nickname: 'kitchen' } });
  const { status, body } = await push('/Kitchen', 'Hello');
  t.is(status, 409);
  t.is(body.error.code, 'invalid_state');
  t.deepEqual(
    body.error.details.displays.map(({ id }: { id: string }) => id).sort(),
    [displayId, second].sort(),
  );
});

test('options can be query parameters or headers, in every spelling of clients', async (t) => {
  const { push, displayId } = await stand.newPusher();
  const pushed = await push('/kitchen?title=From%20the%20query', 'Hello', {
    title: 'from a header',
    intent: '=?UTF-8?B?R3LDvMOfZQ==?= =?iso-8859-1?Q?_aus_K=F6ln?=',
  });
  t.like(pushed.body.content, { title: 'From the query', intent: 'Grüße aus Köln', mode: 'manual' });
  const utf8 = Buffer.from('Grüße', 'utf8').toString('latin1');
  t.is((await push('', 'Hello', { title: utf8 })).body.content.title, 'Grüße');
  const byHeaders = await push('/kitchen', 'Hello', { mode: 'manual', wait: '61' });
  t.deepEqual(Object.keys(fieldsOf(byHeaders)), ['wait']);
  const png = await encode(drawPhotograph(16, 10)).png().toBuffer();
  const asItIs = await push('/kitchen', png, { mode: 'hardcode', wait: '1' });
  t.like(asItIs.body.content, { mode: 'hardcode', requestedDisplayId: displayId });
  const filenames: [path: string, headers: Record<string, string>][] = [
    ['?filename=trip%2Fgate.png', {}],
    ['?filename=gate.png', { filename: 'other.png', 'content-disposition': 'attachment; filename="x.png"' }],
    ['', { filename: 'gate.png', 'content-disposition': 'attachment; filename="x.png"' }],
  ];
  for (const [path, headers] of filenames)
    t.is((await push(path, png, headers)).body.content.assets[0].filename, 'gate.png', path);
  const named = await push('', '# Hello', {
    'content-type': 'text/markdown',
    'content-disposition': `attachment; filename="x.md"; filename*=UTF-8''gr%C3%BC%C3%9Fe.md`,
  });
  t.is(named.body.content.assets[0].filename, 'grüße.md');
});

test('an encoded word that cannot be decoded stays as it was sent', async (t) => {
  const { push } = await stand.newPusher();
  for (const title of [
    '=?utf-8?B?####?=',
    '=?utf-8?B??=',
    '=?utf-8?B?/w==?=',
    '=?utf-8?Q?=ZZ?=',
    '=?x-klingon?B?SGVsbG8=?=',
  ])
    t.is((await push('', 'Hello', { title })).body.content.title, title);
  const png = await encode(drawPhotograph(16, 10)).png().toBuffer();
  const named = await push('', png, { filename: '=?utf-8?B?####?=.png' });
  t.is(named.body.content.assets[0].filename, '=?utf-8?B?####?=.png');
});

test('a file may be put under its name below the address of a display, and a name without an extension is refused', async (t) => {
  const { client, displayId } = await stand.newPusher();
  const png = await encode(drawPhotograph(16, 10)).png().toBuffer();
  const put = (path: string, raw: Buffer = png) => client.put(`/push/${path}`, { raw });
  const { body } = await put('kitchen/trip%2Flake%20one.png');
  t.is(body.content.requestedDisplayId, displayId);
  t.is(body.content.assets[0].filename, 'lake one.png');
  t.is((await put('kitchen/a.png?filename=b.png')).body.content.assets[0].filename, 'b.png');
  t.deepEqual(
    Object.keys(fieldsOf(await put('kitchen/bath'))),
    ['filename'],
    'a display called Kitchen/Bath',
  );
  t.is((await put('hall/a.png')).body.error.code, 'display_not_found');
  t.is((await client.post('/push/kitchen/a.png', { raw: png })).status, 404);
});

test('a push can be urgent, and expire at a given time', async (t) => {
  const { push, client, displayId } = await stand.newPusher();
  await client.patch(`/api/app/v1/displays/${displayId}`, { body: { timeZone: 'Asia/Kathmandu' } });
  const content = async (query: string, headers?: Record<string, string>) => {
    const { status, body, text } = await push(query, 'Hello', headers);
    t.is(status, 201, text);
    return body.content;
  };
  t.like(await content('/kitchen'), { urgent: false, expiresAt: null });
  for (const query of ['?urgent', '?urgent=true', '?urgent=YES', '?urgent=1'])
    t.like(await content(`/kitchen${query}`), { urgent: true });
  t.like(await content('/kitchen?urgent=no', { urgent: 'true' }), { urgent: false });
  const before = Date.now();
  const soon = Date.parse((await content('/kitchen?expires=600')).expiresAt);
  t.true(soon >= before + 600_000 && soon <= Date.now() + 600_000);
  // Kathmandu is ahead by five hours and three quarters, in summer too.
  const { expiresAt: evening } = await content('/kitchen', { expires: '18:30' });
  t.is(evening.slice(11), '12:45:00.000Z');
  t.true(Date.parse(evening) > before && Date.parse(evening) <= Date.now() + 86_400_000);
  const moment = new Date(before + 3_600_000);
  t.is((await content(`?expires=${moment.toISOString().toLowerCase()}`)).expiresAt, moment.toISOString());

  for (const wrong of ['0', '25:00', '7:30', 'tomorrow', '2020-01-01T00:00:00Z', '99999999', '-5'])
    t.deepEqual(Object.keys(fieldsOf(await push(`?expires=${wrong}`, 'Hello'))), ['expires'], wrong);
  t.deepEqual(Object.keys(fieldsOf(await push('?urgent=constructor&expires=soon', 'Hello'))).sort(), [
    ...['expires', 'urgent'],
  ]);
  const key = { 'idempotency-key': 'k'.repeat(20) };
  const first = await push('/kitchen?expires=600', 'Hello', key);
  const again = await push('/kitchen?expires=600', 'Hello', key);
  t.is(again.body.content.id, first.body.content.id, 'the same words are the same push');
  t.is((await push('/kitchen?expires=601', 'Hello', key)).status, 409);
});

test('contents of the app can be urgent and expire, those of the facade cannot', async (t) => {
  const { client, displayId } = await stand.newPusher();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { mode: 'manual', displayId, assets: [{ type: 'text', text: 'Hello' }] };
  const create = (surface: string, more: object) =>
    client.post(`/api/${surface}/v1/contents`, { key: newId(), body: { ...body, ...more } });
  const { content } = (await create('app', { urgent: true, expiresAt })).body;
  t.like(content, { urgent: true, expiresAt });
  t.like((await client.get(`/api/app/v1/contents/${content.id}`)).body, { urgent: true, expiresAt });
  t.like((await client.get('/api/app/v1/contents')).body.items[0], { urgent: true, expiresAt });
  t.like((await create('app', {})).body.content, { urgent: false, expiresAt: null });
  t.like((await create('app', { expires: '3600' })).body.content, { urgent: false });
  const facade = [
    (await create('sdk', { urgent: true, expiresAt })).body.content,
    (await client.get(`/api/sdk/v1/contents/${content.id}`)).body,
  ];
  for (const one of facade) t.false('urgent' in one || 'expiresAt' in one);
  const bad = await create('app', { urgent: 'yes', expiresAt: 'soon', expires: 'later', title: 7 });
  t.deepEqual(Object.keys(fieldsOf(bad)).sort(), ['expires', 'expiresAt', 'title', 'urgent']);
  t.deepEqual(Object.keys(fieldsOf(await create('app', { expiresAt, expires: '60' }))), ['expires']);
  t.deepEqual(Object.keys(fieldsOf(await create('app', { expiresAt: '2020-01-01T00:00:00Z' }))), [
    'expiresAt',
  ]);
});

test('an option that does not exist is refused and names the nearest; every wrong one is named', async (t) => {
  const { push, client } = await stand.newPusher();
  t.deepEqual(fieldsOf(await push('?displayID=x&titel=y&showAt=1', 'Hello')), {
    displayID:
      'is not an option of a push. Did you mean the display? It stands in the path: /push/{display}.',
    titel: 'is not an option of a push. Did you mean title?',
    showAt: 'is not an option of a push. There are title, intent, mode, filename, wait, urgent, expires.',
  });
  t.deepEqual(Object.keys(fieldsOf(await push('?__proto__=x&constructor=y', 'Hello'))), [
    '__proto__',
    'constructor',
  ]);
  const wrong = await push(`?wait=61&mode=fast&title=${'t'.repeat(201)}`, 'Hello');
  t.deepEqual(Object.keys(fieldsOf(wrong)).sort(), ['mode', 'title', 'wait']);
  const all = await push('?titel=y&wait=61', 'Hello', { 'idempotency-key': 'short', mode: 'fast' });
  t.deepEqual(Object.keys(fieldsOf(all)).sort(), ['Idempotency-Key', 'mode', 'titel', 'wait']);
  t.deepEqual(fieldsOf(await push('?mode=foo', 'Hello')), {
    mode: 'must be one of "auto", "manual", "hardcode".',
  });
  t.truthy(fieldsOf(await push('?title=a&title=b', 'Hello')).title);
  t.truthy(fieldsOf(await push('', 'Hello', { 'idempotency-key': 'short' }))['Idempotency-Key']);
  t.truthy(fieldsOf(await push('/kitchen?mode=auto', 'Hello')).mode);
  t.truthy(fieldsOf(await push('?mode=hardcode', 'Hello')).display);
  t.is((await push('/kitchen?mode=hardcode', 'Hello')).body.error.code, 'invalid_asset');
  t.is((await push('', 'Hello', { 'content-encoding': 'gzip' })).status, 400);
  t.deepEqual((await client.get('/api/sdk/v1/contents')).body.items, []);
});

test('under one key fifty calls make one push; another push under that key is refused', async (t) => {
  const { push, client } = await stand.newPusher();
  const headers = { 'idempotency-key': 'doorbell-0001' };
  const responses = await parallel(50, () => push('/kitchen?title=Door', 'Somebody is at the door', headers));
  const made = responses.filter(({ status }) => status === 201);
  t.true(made.length > 0);
  for (const { status, body } of responses) if (status !== 201) t.is(body.error.code, 'invalid_state');
  t.is(new Set(made.map(({ text }) => text)).size, 1, 'the first answer is replayed');
  t.is((await client.get('/api/sdk/v1/contents')).body.items.length, 1);
  const put = await client.put('/push/KITCHEN?title=Door', {
    raw: Buffer.from('Somebody is at the door'),
    headers,
  });
  t.is(put.text, made[0]!.text, 'by another name of the display, too');
  const waited = await push('/kitchen?title=Door&wait=1', 'Somebody is at the door', headers);
  t.is(waited.status, 201, 'however long it waits');
  t.is(waited.body.content.id, made[0]!.body.content.id);
  for (const [path, text] of [
    ['/kitchen?title=Door', 'somebody is at the door'],
    ['/kitchen?title=Other', 'Somebody is at the door'],
    ['?title=Door', 'Somebody is at the door'],
  ] as const)
    t.is((await push(path, text, headers)).body.error.code, 'idempotency_conflict');
});

test('a form under one key is the same push whatever its boundary and its wait; other parts are another push', async (t) => {
  const { push, client } = await stand.newPusher();
  const headers = { 'idempotency-key': 'form-under-a-key' };
  const png = await encode(drawPhotograph(16, 10)).png().toBuffer();
  const send = (caption: string, fields: Record<string, string> = {}) => {
    const form = new FormData(); // with a boundary of its own
    form.append('text', caption);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'gate.png');
    return push('/kitchen', form, headers);
  };
  const first = await send('Gate 22');
  t.is(first.status, 201, first.text);
  t.is((await send('Gate 22')).text, first.text);
  t.is((await send('Gate 22', { wait: '1' })).body.content.id, first.body.content.id);
  t.is((await send('Gate 23')).body.error.code, 'idempotency_conflict');
  t.is((await send('Gate 22', { title: 'Trip' })).body.error.code, 'idempotency_conflict');
  t.is((await client.get('/api/sdk/v1/contents')).body.items.length, 1);
});

test('characters that the database cannot store are refused in every option', async (t) => {
  const { push } = await stand.newPusher();
  const form = new FormData();
  form.append('text', 'Milk');
  form.append('title', 'a\0b');
  const encoded = { title: '=?utf-8?Q?a=00b?=' };
  for (const response of [
    await push('/kitchen?title=a%00b', 'Milk'),
    await push('/kitchen', 'Milk', encoded),
    await push('/kitchen', form),
  ]) {
    t.is(response.status, 400);
    t.deepEqual(Object.keys(fieldsOf(response)), ['title']);
  }
  t.deepEqual(fieldsOf(await push('/kitch%00en', 'Milk')), {
    display: 'holds a NUL character or half of a surrogate pair.',
  });
});
