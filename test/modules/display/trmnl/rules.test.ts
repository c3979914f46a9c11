import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newMac, packed, pngHeader, startTrmnl, storedFrame, type TrmnlStand, test } from './trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

const get = async (stand: TrmnlStand, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(stand.app.url + path, { headers, redirect: 'manual' });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: JSON.parse(await answer.text()),
  };
};

/** Every answer to a display request has what keeps a panel from painting an error. */
function holdsTheRules(
  t: { true(value: boolean, message?: string): unknown },
  { status, body }: Awaited<ReturnType<typeof get>>,
) {
  t.true(status === 200 && body.status === 0);
  t.true(
    typeof body.image_url === 'string' && body.image_url.startsWith('http') && body.image_url.length < 1024,
  );
  t.true(typeof body.filename === 'string' && body.filename.length <= 30 && /\d{10}$/.test(body.filename));
  t.true(Number.isInteger(body.refresh_rate) && body.refresh_rate >= 30 && body.refresh_rate <= 86_400);
  t.true(body.update_firmware === false && body.firmware_url === null && body.reset_firmware === false);
}

test('slashes too many lead to the same places', async (t) => {
  for (const path of ['/api/setup', '/api/setup/', '//api/setup', '/api//setup/', '//api//setup//']) {
    const { status, body } = await get(t.context, path, { ID: newMac(), 'FW-Version': '1.6.0' });
    t.deepEqual([status, body.status], [200, 200], path);
  }
  for (const path of ['/api/display', '//api/display', '/api//display/'])
    holdsTheRules(t, await get(t.context, path, { ID: newMac(), 'Access-Token': 'brought-from-elsewhere' }));
  const logged = await fetch(`${t.context.app.url}//api/log`, { method: 'POST', body: '{}' });
  t.is(logged.status, 204);
});

test('the picture of the setup is a BMP of 48,062 bytes whose first bytes come with the headers', async (t) => {
  const { body } = await get(t.context, '/api/setup', { ID: newMac() });
  t.true(Buffer.byteLength(body.message) < 128);
  const url = new URL(body.image_url);
  const first = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () =>
      socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`),
    );
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(data.toString('latin1'));
      socket.destroy();
    });
  });
  const [head = '', rest = ''] = first.split('\r\n\r\n');
  t.regex(head, /^content-length: 48062$/im);
  t.true(rest.startsWith('BM'));
});

test('whatever is wrong, a display request is answered with a picture and an interval', async (t) => {
  const id = newMac();
  const hostile: Record<string, string>[] = [
    {},
    { ID: id },
    { ID: 'x'.repeat(200), 'Access-Token': 'key' },
    { ID: "'; drop table display.devices; --", 'Access-Token': "' or 1=1" },
    { ID: id, 'Access-Token': 'k'.repeat(3_000) },
    {
      ID: newMac(),
      'Access-Token': 'k1',
      'Battery-Voltage': 'NaN',
      RSSI: '1e309',
      'Refresh-Rate': '-5',
      Width: '99999999999',
    },
    {
      ID: newMac(),
      'Access-Token': 'k2',
      'FW-Version': '500.500.500',
      'Image-Cached': 'perhaps',
      special_function: 'true',
    },
    { ID: newMac(), 'Access-Token': 'k3', 'FW-Version': '\u00e9\u00ff', Model: '\u00e9'.repeat(500) },
    { 'Access-Token': 'no such key' },
  ];
  for (const headers of hostile) {
    const answer = await get(t.context, '/api/display', headers);
    holdsTheRules(t, answer);
    const picture = await fetch(answer.body.image_url);
    t.is(picture.status, 200);
    t.is(picture.headers.get('content-type'), 'image/png');
    t.is(pngHeader(Buffer.from(await picture.arrayBuffer())).width, 800);
  }
});

test('numbers that are none, or not whole, do not keep a panel from its picture', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  const key = panel.flash.apiKey as string;
  for (const [at, value] of ['800.5', '1e309', 'NaN', '-0', '0x10', '999999', ''].entries()) {
    const numbers = {
      Width: value,
      Height: value,
      'Refresh-Rate': value,
      RSSI: value,
      'Battery-Voltage': value,
    };
    const headers = { ID: panel.options.id, 'Access-Token': key, ...numbers, 'Percent-Charged': value };
    const answer = await get(t.context, '/api/display', headers);
    holdsTheRules(t, answer);
    t.notRegex(answer.body.image_url, /notices/, `${at} ${value}`);
  }
  const { body } = await t.context.person.app.get(`/api/app/v1/displays/${displayId}`);
  const { batteryPercent } = body.display ?? body;
  t.true(batteryPercent === null || (batteryPercent >= 0 && batteryPercent <= 100));
});

test('a key that can be guessed is no ID', async (t) => {
  const panel = t.context.panel({ apiKey: 'short' });
  await panel.wake();
  t.is(panel.screen.kind, 'picture');
  const { body } = await get(t.context, '/api/display', { 'Access-Token': 'short' });
  t.regex(body.image_url, /\/notices\/noKey\//);
});

test.serial(
  'a server that takes no new panels says so in words, and goes on with those that it has',
  async (t) => {
    const { config } = t.context.app;
    const { panel } = await t.context.claimed();
    for (const [ENROLLMENT, words] of [
      ['closed', /takes no new panels/],
      ['key', /enrolment key/],
    ] as const) {
      Object.assign(config, { ENROLLMENT, ENROLLMENT_KEY: 'fleet' });
      const setup = await get(t.context, '/api/setup', { ID: newMac() });
      t.like([setup.status, setup.body.status, setup.body.api_key], [200, 404, undefined]);
      t.regex(setup.body.message, words);
      t.true(Buffer.byteLength(setup.body.message) < 128);
      const brought = await get(t.context, '/api/display', {
        ID: newMac(),
        'Access-Token': 'of another server',
      });
      holdsTheRules(t, brought);
      t.regex(brought.body.image_url, /\/notices\/(closed|fleetKey)\//);
      const reset = t.context.panel();
      await reset.wake('power');
      t.like(reset.screen, { kind: 'words' });
      t.is(reset.errorsPainted, 0);
      t.is(await panel.wake(), 900, 'a panel that has its key');
    }
    const known = await get(t.context, '/api/setup', { ID: newMac(), 'X-Enrollment-Key': 'fleet' });
    t.is(known.body.status, 200, 'a client that can send the key');
    Object.assign(config, { ENROLLMENT: 'open' });
  },
);

test('a stranger who knows the ID of an owned panel gets neither its key nor its picture', async (t) => {
  const { panel } = await t.context.claimed();
  const id = panel.options.id;
  const setup = await get(t.context, '/api/setup', { ID: id });
  t.is(setup.body.status, 404);
  t.is(setup.body.api_key, undefined);
  t.regex(setup.body.message, /owner/);
  for (const key of [undefined, '', 'guessed']) {
    const headers = { ID: id, ...(key !== undefined && { 'Access-Token': key }) };
    const { body } = await get(t.context, '/api/display', headers);
    t.regex(body.image_url, /\/notices\/(owned|noKey)\//);
  }
  await panel.wake();
  t.is(panel.screen.kind, 'picture', 'the panel itself goes on');
  t.is(panel.errorsPainted, 0);
});

test('its owner lets a panel that was reset have a new key for a while', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  const oldKey = panel.flash.apiKey as string;
  Object.assign(panel.flash, { apiKey: null, friendlyId: null });
  await panel.wake('power');
  t.is(panel.flash.apiKey, null);
  t.like(panel.screen, { kind: 'words' });
  await t.context.person.app.post(`/api/app/v1/displays/${displayId}/reset-enrollment`);
  await panel.wake('power');
  t.is(panel.screen.kind, 'picture');
  t.not(panel.flash.apiKey, oldKey);
  const { body } = await get(t.context, '/api/display', { ID: panel.options.id, 'Access-Token': oldKey });
  t.regex(body.image_url, /\/notices\/owned\//, 'its older key has ended');
});

test('a panel that brings the key of another server is adopted, and one without a key is not', async (t) => {
  const panel = t.context.panel({ apiKey: 'key-of-another-server', version: '1.7.2' });
  t.is(await panel.wake(), 60);
  t.is(panel.screen.kind, 'picture');
  const { body } = await get(t.context, '/api/display', { 'Access-Token': 'key-of-another-server' });
  t.notRegex(body.image_url, /notices/, 'clients that send no ID are known by their key');
  const none = await get(t.context, '/api/display', { ID: newMac(), 'Access-Token': '' });
  t.regex(none.body.image_url, /\/notices\/noKey\//);
  t.deepEqual(
    await t.context.app.app.db('display.devices').where({ hardware_id: panel.options.id }).pluck('protocol'),
    ['trmnl'],
  );
});

test('a log is answered 204 whatever it holds, and its entries are in the log of the panel', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  t.is(await panel.log(['one', 'two\u0000\u001b[31m']), 204);
  const headers = { ID: panel.options.id, 'Access-Token': panel.flash.apiKey as string };
  const post = async (body: string) =>
    (await fetch(`${t.context.app.url}/api/log`, { method: 'POST', headers, body })).status;
  t.is(await post(JSON.stringify({ log: { logs_array: [{ log_message: 'three', log_codeline: 7 }] } })), 204);
  t.is(await post('{"log":["four"]}'), 204);
  for (const body of [
    '',
    'null',
    '[',
    '{"logs":7}',
    '{"logs":[null,7,{}]}',
    `{"logs":["${'x'.repeat(300_000)}"]}`,
  ])
    t.is(await post(body), 204);
  const { body } = await t.context.person.app.get(`/api/app/v1/displays/${displayId}/log?limit=50`);
  const messages = body.items
    .filter(({ kind }: { kind: string }) => kind === 'panel_logged')
    .map(({ detail }: { detail: { message: string } }) => detail.message);
  t.deepEqual(messages.sort(), ['four', 'one', 'three', 'two  [31m']);
});

test('four greys that would be too large for the firmware are sent as one bit', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  await t.context.person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { greys: 4 } });
  const presentation = await t.context.push(displayId, 22);
  const { app, config } = t.context.app;
  const { key } = await app
    .db('display.frames')
    .where({ presentation_id: presentation, format: 'raw2' })
    .first('key');
  await writeFile(join(config.DATA_DIR, 'objects', key), randomBytes(96_000)); // no PNG makes it smaller
  await panel.wake();
  const { screen } = panel;
  if (screen.kind !== 'picture') return t.fail(screen.kind);
  t.like(pngHeader(screen.bytes), { width: 800, height: 480, bits: 1 });
  t.true(screen.bytes.length < 90_000);
  t.true(packed(screen.bytes, 1).equals(await storedFrame(t.context, presentation, 'raw1')));
});

test('old firmware is sent a BMP, or a PNG that it has room for', async (t) => {
  for (const [version, kind] of [
    ['1.4.8', 'BM'],
    ['1.5.12', ''],
    ['1.6.0', ''],
  ] as const) {
    const { panel, displayId } = await t.context.claimed({ version });
    await t.context.person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { greys: 4 } });
    const presentation = await t.context.push(displayId, 21);
    await panel.wake();
    const { screen } = panel;
    if (screen.kind !== 'picture') return t.fail(`${version} ${screen.kind}`);
    t.true(screen.bytes.length <= 48_062);
    if (kind === 'BM' || screen.bytes.toString('latin1', 0, 2) === 'BM') t.is(screen.bytes.length, 48_062);
    else t.is(pngHeader(screen.bytes).colorType, 0);
    await panel.wake();
    t.is(await t.context.state(presentation), 'confirmed', version);
  }
});
