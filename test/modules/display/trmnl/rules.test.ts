import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import type { TrmnlPanel } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { addSeconds } from '#shared/clock.ts';
import { registerPerson } from '#test/support/person.ts';
// Behind index.ts: an address that was signed a week ago.
import { pictureAddress } from '../../../../modules/display/polling/picture-address.ts';
import {
  newMac,
  packed,
  packedBmp,
  pngHeader,
  startTrmnl,
  storedFrame,
  storeNoise,
  stripesPng,
  type TrmnlStand,
  test,
} from './trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

const get = async (stand: TrmnlStand, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(stand.app.url + path, { headers, redirect: 'manual' });
  const text = await response.text();
  const body = JSON.parse(text);
  if (`${JSON.stringify(body)}\n` !== text)
    throw new Error(`JSON with spaces, which a Kindle's script cannot read: ${text}`);
  return { status: response.status, type: response.headers.get('content-type'), body };
};

/** Every response to a display request has what keeps a panel from painting an error. */
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
  t.true(['restart_playlist', 'none'].includes(body.special_function) && !('image_url_timeout' in body));
  t.true(body.update_firmware === false && body.firmware_url === null && body.reset_firmware === false);
}

test('addresses with repeated slashes reach the same routes', async (t) => {
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

test('the response to every display request, however wrong, is a picture and an interval', async (t) => {
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
    const response = await get(t.context, '/api/display', headers);
    holdsTheRules(t, response);
    const picture = await fetch(response.body.image_url);
    t.is(picture.status, 200);
    t.is(picture.headers.get('content-type'), 'image/png');
    t.is(pngHeader(Buffer.from(await picture.arrayBuffer())).width, 800);
  }
});

test.serial('requests with headers that are too long or malformed get a picture, too', async (t) => {
  const { hostname, port } = new URL(t.context.app.url);
  /** `before` are requests, in pieces, that are sent first on the same connection. Resolves with the last response. */
  const send = (
    path: string,
    headers: string,
    { method = 'GET', inPieces = false, before = [] as string[][] } = {},
  ) =>
    new Promise<string>((resolve, reject) => {
      let text = '';
      let responded = Promise.withResolvers<void>();
      const socket = connect(Number(port), hostname, async () => {
        for (const pieces of before) {
          await writePieces(socket, pieces);
          await responded.promise;
          responded = Promise.withResolvers();
          text = '';
        }
        const whole = `${method} ${path} HTTP/1.1\r\nHost: x\r\nID: ${newMac()}\r\n${headers}\r\n\r\n`;
        await writePieces(socket, inPieces ? [whole.slice(0, 60), whole.slice(60)] : [whole]);
      });
      socket
        .setNoDelay()
        .setEncoding('latin1')
        .on('data', (data) => {
          text += data;
          if (isWhole(text)) responded.resolve();
        });
      // What was written and not read may come back as a reset, after the response.
      socket.once('close', () => resolve(text)).once('error', (error) => !text && reject(error));
    });
  for (const headers of [`Access-Token: ${'k'.repeat(20_000)}`, 'FW-Version: 1.8\u0000.15', 'no colon']) {
    for (const path of ['/api/display', '//api/display/']) {
      const [head = '', body = ''] = (await send(path, headers)).split('\r\n\r\n');
      t.regex(head, /^HTTP\/1\.1 200 /, `${path} ${headers.slice(0, 30)}`);
      const response = JSON.parse(body);
      holdsTheRules(t, { status: 200, type: null, body: response });
      t.is((await fetch(response.image_url)).headers.get('content-type'), 'image/png');
    }
    const pieces = await send('/api/display', headers, { inPieces: true });
    t.regex(pieces, /^HTTP\/1\.1 200 /, 'in pieces, as over a network');
    t.regex(pieces, /"refresh_rate":900/);
    const log = JSON.stringify({ logs: [{ message: 'x'.repeat(2_000) }] });
    const before = [
      ['GET /api/setup HTTP/1.1\r\nHost: x\r\n\r\n'],
      [`POST /api/log HTTP/1.1\r\nHost: x\r\nContent-Length: ${log.length}\r\n\r\n`, log],
    ];
    const later = await send('/api/display', headers, { inPieces: true, before });
    t.regex(later, /^HTTP\/1\.1 200 .*"refresh_rate":900/s, 'on a connection that was kept');
    const [head = '', body = ''] = (await send('/api/setup/', headers)).split('\r\n\r\n');
    t.regex(head, /^HTTP\/1\.1 200 /);
    t.is(JSON.parse(body).status, 404);
    t.regex(await send('/api/log', headers, { method: 'POST' }), /^HTTP\/1\.1 204 /);
    t.regex(await send('/api/displays', headers), /^HTTP\/1\.1 4/, 'other addresses refuse it');
  }
});

test('headers with wrong numbers do not keep a panel from its picture', async (t) => {
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
    const response = await get(t.context, '/api/display', headers);
    holdsTheRules(t, response);
    t.notRegex(response.body.image_url, /notices/, `${at} ${value}`);
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
  'a server that takes no new panels explains that, and still serves those that it has',
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
      t.like(reset.screen, { kind: 'text' });
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

test('the owner can permit a new key for a panel that was reset, for a while', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  const oldKey = panel.flash.apiKey as string;
  Object.assign(panel.flash, { apiKey: null, friendlyId: null });
  await panel.wake('power');
  t.is(panel.flash.apiKey, null);
  t.like(panel.screen, { kind: 'text' });
  await t.context.person.app.post(`/api/app/v1/displays/${displayId}/reset-enrollment`);
  await panel.wake('power');
  t.is(panel.screen.kind, 'picture');
  t.not(panel.flash.apiKey, oldKey);
  const { body } = await get(t.context, '/api/display', { ID: panel.options.id, 'Access-Token': oldKey });
  t.regex(body.image_url, /\/notices\/owned\//, 'its older key has ended');
});

test('a panel with the key of another server is adopted, and one without a key is not', async (t) => {
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

test('the response to every log is 204, and its entries are in the log of the panel', async (t) => {
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

test.serial('twenty entries of a log are kept, with 300 characters each', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  const long = Array.from({ length: 25 }, (_, at) => `${at} ${'x'.repeat(400)}`);
  t.is(await panel.log(long), 204);
  const { body } = await t.context.person.app.get(`/api/app/v1/displays/${displayId}/log?limit=50`);
  const messages = body.items
    .filter(({ kind }: { kind: string }) => kind === 'panel_logged')
    .map(({ detail }: { detail: { message: string } }) => detail.message);
  t.deepEqual(
    messages.toSorted(),
    long
      .slice(0, 20)
      .map((text) => text.slice(0, 300))
      .toSorted(),
  );
  const headers = { ID: panel.options.id, 'Access-Token': panel.flash.apiKey as string };
  // On one connection, which a rest that is not read would hold up.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  for (const bytes of [65_536, 300_000, 1_000_000, 3_000_000]) {
    const body = JSON.stringify({ logs: [{ message: 'late' }], padding: 'x'.repeat(bytes) });
    const status = await new Promise((resolve, reject) => {
      const call = request(`${t.context.app.url}/api/log`, { agent, method: 'POST', headers });
      call.once('response', (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      call.once('error', reject).end(body);
    });
    t.is(status, 204, 'more than 64 KiB are dropped');
  }
  const after = await t.context.person.app.get(`/api/app/v1/displays/${displayId}/log?limit=50`);
  t.notRegex(JSON.stringify(after.body), /late/);
});

/** The picture on a panel, or a failure of the test. */
function pictureOn(t: ExecutionContext<TrmnlStand>, { screen }: TrmnlPanel): Buffer {
  if (screen.kind !== 'picture') throw new Error(`it shows ${screen.kind}`);
  t.is(
    screen.bytes.length === 48_062 && screen.bytes.toString('latin1', 0, 2) === 'BM',
    !isPng(screen.bytes),
  );
  return screen.bytes;
}
/** Whether all of a response without a body, or with a length, is there. */
function isWhole(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n');
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return body !== undefined && body.length >= length;
}

async function writePieces(socket: Socket, [first = '', ...others]: string[]): Promise<void> {
  socket.write(first);
  for (const piece of others) {
    await pause(10); // or they arrive as one, which is no other case than without
    socket.write(piece);
  }
}

const isPng = (bytes: Buffer) => bytes.toString('latin1', 1, 4) === 'PNG';

/** A panel set to four greys whose display shows a picture. */
async function greyPanel({ claimed, person, push }: TrmnlStand, version: string, picture: number | Buffer) {
  const { panel, displayId } = await claimed({ version });
  await person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { greys: 4 } });
  return { panel, presentation: await push(displayId, picture) };
}

const GREYS = [0, 85, 170, 255];

test.serial(
  'four greys are sent as two bits with exactly the pixels of raw2, to firmware that draws them',
  async (t) => {
    const { panel, presentation } = await greyPanel(t.context, '1.8.15', 22);
    await panel.wake();
    const bytes = pictureOn(t, panel);
    t.deepEqual(pngHeader(bytes), { width: 800, height: 480, bits: 2, colorType: 0, interlace: 0 });
    t.true(packed(bytes, 2).equals(await storedFrame(t.context, presentation, 'raw2')));

    const first = await greyPanel(t.context, '1.6.0', await stripesPng(GREYS));
    await first.panel.wake();
    t.is(pngHeader(pictureOn(t, first.panel)).bits, 2, '1.6.0 is the first that draws them');
    t.true(
      packed(pictureOn(t, first.panel), 2).equals(await storedFrame(t.context, first.presentation, 'raw2')),
    );
  },
);

test.serial('firmware before 1.6.0 is sent one bit a pixel, since it draws no other', async (t) => {
  const { panel, presentation } = await greyPanel(t.context, '1.5.12', await stripesPng(GREYS));
  await panel.wake();
  const bytes = pictureOn(t, panel);
  t.is(pngHeader(bytes).bits, 1);
  t.true(packed(bytes, 1).equals(await storedFrame(t.context, presentation, 'raw1')));
});

test.serial('a picture with only two of the greys is sent as one bit, as firmware draws it', async (t) => {
  for (const greys of [
    [0, 255],
    [85, 170],
  ]) {
    const { panel, presentation } = await greyPanel(t.context, '1.8.15', await stripesPng(greys));
    await panel.wake();
    const bytes = pictureOn(t, panel);
    t.is(pngHeader(bytes).bits, 1, String(greys));
    t.true(packed(bytes, 1).equals(await storedFrame(t.context, presentation, 'raw1')));
  }
});

test.serial('four greys that would be too large for the firmware are sent as one bit', async (t) => {
  const { panel, presentation } = await greyPanel(t.context, '1.8.15', 22);
  await storeNoise(t.context, presentation, 'raw2');
  await panel.wake();
  const bytes = pictureOn(t, panel);
  t.like(pngHeader(bytes), { width: 800, height: 480, bits: 1 });
  t.true(bytes.length < 90_000);
  t.true(packed(bytes, 1).equals(await storedFrame(t.context, presentation, 'raw1')));
});

test.serial(
  'firmware that cannot take a PNG, or not one of that size, is sent a BMP with the same pixels',
  async (t) => {
    for (const [version, isNoise, kind] of [
      ['1.4.8', false, 'BMP'],
      ['1.5.12', false, 'PNG'],
      ['1.5.12', true, 'BMP'],
      ['1.6.0', true, 'BMP'],
      ['1.6.1', true, 'PNG'],
    ] as const) {
      const { panel, displayId } = await t.context.claimed({ version });
      const presentation = await t.context.push(displayId, 21);
      if (isNoise) await storeNoise(t.context, presentation, 'raw1');
      await panel.wake();
      const bytes = pictureOn(t, panel);
      t.is(isPng(bytes) ? 'PNG' : 'BMP', kind, version);
      const pixels = kind === 'BMP' ? packedBmp(bytes) : packed(bytes, 1);
      t.true(pixels.equals(await storedFrame(t.context, presentation, 'raw1')), version);
      await panel.wake();
      t.is(await t.context.state(presentation), 'confirmed', version);
      t.is(panel.errorsPainted, 0);
    }
  },
);

test.serial('altered or expired addresses of pictures are refused', async (t) => {
  const { panel } = await t.context.claimed();
  const url = new URL(panel.lastResponse?.image_url ?? '');
  t.is((await fetch(url)).status, 200);
  const other = await t.context.claimed();
  const altered = (change: (changed: URL) => void) => {
    const changed = new URL(url);
    change(changed);
    return changed;
  };
  const part = (address: string, at: number) => new URL(address).pathname.split('/')[at] as string;
  const replaced = (at: number) =>
    altered((changed) => {
      changed.pathname = changed.pathname.replace(
        part(url.href, at),
        part(other.panel.lastResponse?.image_url ?? '', at),
      );
    });
  for (const changed of [
    replaced(5), // the panel
    replaced(6), // the frame
    altered((one) => {
      one.pathname = one.pathname.replace('mono', 'grey');
    }),
    altered(({ searchParams }) => searchParams.set('name', 'another')),
    altered(({ searchParams }) => searchParams.set('expires', '9999999999')),
    altered(({ searchParams }) => searchParams.set('signature', 'x')),
    altered(({ searchParams }) => searchParams.delete('signature')),
  ]) {
    const refused = await fetch(changed);
    t.is(refused.status, 403, changed.href);
    t.is(((await refused.json()) as { error: { code: string } }).error.code, 'invalid_signature');
  }
  const { config, app } = t.context.app;
  const [deviceId, frameId, encoding] = [5, 6, 7].map((at) => part(url.href, at)) as [string, string, string];
  const about = { deviceId, frameId, encoding, name: url.searchParams.get('name') ?? '' };
  const lastWeek = addSeconds(new Date(), -7 * 86_400);
  const expired = await fetch(pictureAddress({ config, keys: app.keys }, about, lastWeek));
  t.is(expired.status, 403);
  t.is(((await expired.json()) as { error: { code: string } }).error.code, 'url_expired');
});

test.serial('the battery that a panel reports is on its display', async (t) => {
  const { panel, displayId } = await t.context.claimed();
  const say = async (headers: Record<string, string>) => {
    const who = { ID: panel.options.id, 'Access-Token': panel.flash.apiKey as string };
    holdsTheRules(t, await get(t.context, '/api/display', { ...who, 'FW-Version': '1.8.15', ...headers }));
    const { battery } = (await t.context.person.app.get(`/api/app/v1/walls/${displayId}`)).body.display;
    return battery && [Math.round(battery.percent), battery.charging];
  };
  t.deepEqual(await say({ 'Battery-Voltage': '4.20' }), [100, false]);
  t.deepEqual(await say({ 'Battery-Voltage': '4.20', 'Percent-Charged': '42' }), [42, false]);
  t.deepEqual(await say({ 'Percent-Charged': '0' }), [0, false]);
  t.deepEqual(await say({ 'Percent-Charged': '64.4', 'Battery-Charging': '1' }), [64, true]);
  t.deepEqual(await say({ 'Percent-Charged': '65', 'Battery-Charging': 'false', 'USB-Connected': 'true' }), [
    65,
    false,
  ]);
  t.deepEqual(await say({ 'Percent-Charged': '66', 'USB-Connected': 'true' }), [66, true]);
  t.deepEqual(await say({ 'Percent-Charged': '67', 'USB-Connected': 'false' }), [67, false]);
});

test.serial(
  'a wrong clock of the panel, or of a server that was set back, changes no response',
  async (t) => {
    const { panel, displayId } = await t.context.claimed();
    await t.context.person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { pollSeconds: 600 } });
    const headers = {
      ID: panel.options.id,
      'Access-Token': panel.flash.apiKey as string,
      'FW-Version': '1.8.15',
    };
    for (const value of [
      '',
      '-1',
      'NaN',
      '1e400',
      '99999999999999999999',
      'yesterday',
      '0x7fffffff',
      'a'.repeat(5_000),
    ]) {
      const response = await get(t.context, '/api/display', {
        ...headers,
        'Wake-Time': value,
        'Refresh-Rate': value,
      });
      holdsTheRules(t, response);
      t.is(response.body.refresh_rate, 600, value.slice(0, 20));
    }
    const presentation = await t.context.push(displayId, 23);
    // On a busy machine the next wake may come before the end of a download is written down.
    for (let wakes = 0; wakes < 10 && (await t.context.state(presentation)) !== 'confirmed'; wakes++)
      await panel.wake();
    t.is(await t.context.state(presentation), 'confirmed');
    const { db } = t.context.app.app;
    const nextYear = addSeconds(new Date(), 366 * 86_400);
    await db('display.polls')
      .where({ device_id: displayId })
      .update({ told_at: nextYear, told_since: nextYear, sent_at: nextYear });
    await db('display.devices')
      .where({ id: displayId })
      .update({ current_since: nextYear, last_seen_at: nextYear, state_updated_at: nextYear });
    const later = await t.context.push(displayId, 24);
    for (let wakes = 0; wakes < 10 && (await t.context.state(later)) !== 'confirmed'; wakes++) {
      const seconds = await panel.wake();
      t.true(seconds >= 30 && seconds <= 600, String(seconds));
    }
    t.is(await t.context.state(later), 'confirmed');
    t.is(panel.errorsPainted, 0);
  },
);

test.serial(
  'a panel that its owner unbinds shows a claim code again, and nothing of the owner',
  async (t) => {
    const { person, claimed, push } = t.context;
    const { panel, displayId } = await claimed();
    await push(displayId, 25);
    await panel.wake();
    await panel.wake();
    const shown = pictureOn(t, panel);
    const oldAddress = panel.lastResponse?.image_url ?? '';
    t.is((await person.app.delete(`/api/app/v1/displays/${displayId}`)).status, 200);
    t.is(await panel.wake(), 60);
    t.false(pictureOn(t, panel).equals(shown));
    const { code } = await t.context.app.app
      .db('display.claim_codes')
      .where({ device_id: displayId })
      .first('code');
    const next = await registerPerson(t.context.client, t.context.app.url);
    const again = await next.claim(code);
    await panel.wake();
    t.not(panel.lastResponse?.image_url, oldAddress);
    const { body } = await next.sdk.get(`/api/sdk/v1/presentations?displayId=${again}`);
    t.deepEqual(body.items, []);
  },
);
