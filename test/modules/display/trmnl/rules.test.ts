import { connect } from 'node:net';
import { newMac, pngHeader, startTrmnl, type TrmnlStand, test } from './trmnl-stand.ts';

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
  t.true(!JSON.stringify(body).includes('500'));
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
  t.is(panel.glass.kind, 'picture', 'the panel itself goes on');
  t.is(panel.errorsPainted, 0);
});

test('its owner lets a panel that was reset have a new key for a while', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  const oldKey = panel.flash.apiKey as string;
  Object.assign(panel.flash, { apiKey: null, friendlyId: null });
  await panel.wake('power');
  t.is(panel.flash.apiKey, null);
  t.like(panel.glass, { kind: 'words' });
  await t.context.person.app.post(`/api/app/v1/displays/${displayId}/reset-enrollment`);
  await panel.wake('power');
  t.is(panel.glass.kind, 'picture');
  t.not(panel.flash.apiKey, oldKey);
  const { body } = await get(t.context, '/api/display', { ID: panel.options.id, 'Access-Token': oldKey });
  t.regex(body.image_url, /\/notices\/owned\//, 'its older key has ended');
});

test('a panel that brings the key of another server is adopted, and one without a key is not', async (t) => {
  const panel = t.context.panel({ apiKey: 'key-of-another-server', version: '1.7.2' });
  t.is(await panel.wake(), 60);
  t.is(panel.glass.kind, 'picture');
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
    const { glass } = panel;
    if (glass.kind !== 'picture') return t.fail(`${version} ${glass.kind}`);
    t.true(glass.bytes.length <= 48_062);
    if (kind === 'BM' || glass.bytes.toString('latin1', 0, 2) === 'BM') t.is(glass.bytes.length, 48_062);
    else t.is(pngHeader(glass.bytes).colorType, 0);
    await panel.wake();
    t.is(await t.context.state(presentation), 'confirmed', version);
  }
});
