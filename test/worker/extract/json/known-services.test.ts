import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Payloads of services whose members are explained only in their documentation. */

function read(document: unknown) {
  const { title, lead, blocks } = readJson(JSON.stringify(document));
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  const items = blocks.flatMap((block) => (block.kind === 'item' ? [block] : []));
  return { title, lead, pairs, table, items, said: JSON.stringify(blocks) };
}

test('a state change of a home shows the new and the previous state', (t) => {
  const state = (value: string) => ({
    entity_id: 'binary_sensor.front',
    state: value,
    attributes: { device_class: 'door', friendly_name: 'Front Door' },
    last_changed: '2026-11-28T08:41:12+00:00',
  });
  const event = { event_type: 'state_changed', data: { old_state: state('off'), new_state: state('on') } };
  const { title, lead, pairs } = read({ ...event, origin: 'LOCAL' });
  t.deepEqual([title, lead], ['Front Door', 'state']);
  t.deepEqual([pairs[0], pairs.at(-1)], ['state: open', 'before: closed']);
});

test('the days of a forecast are shown below the current weather', (t) => {
  const forecast = [0, 1, 2].map((at) => ({
    datetime: `2026-11-2${7 + at}T11:00:00+00:00`,
    condition: 'rainy',
    temperature: 8.5 - at,
    templow: 2.5 - at,
  }));
  const attributes = { friendly_name: 'Home', temperature: 6.5, temperature_unit: '°C', forecast };
  const { lead, table } = read({ entity_id: 'weather.home', state: 'cloudy', attributes });
  t.is(lead, 'temperature');
  t.is(table?.rows.length, 3);
});

test('containers have their names and their ports', (t) => {
  const container = (name: string, port: number) => ({
    Id: '8dfafdbc3a40'.repeat(5),
    Names: [`/${name}`],
    Image: `${name}:28`,
    Ports: [{ IP: '0.0.0.0', PrivatePort: 80, PublicPort: port, Type: 'tcp' }],
    State: 'running',
    Status: `Up ${port} minutes`,
    Created: 1_795_500_000 + port,
    Mounts: [{ Name: `${name}_data` }],
    NetworkSettings: { Networks: { bridge: { IPAddress: `172.17.0.${port % 100}` } } },
  });
  const { table } = read([container('cloud', 8080), container('music', 8081)]);
  t.deepEqual(table?.header, ['container', 'status', 'image', 'ports']);
  t.deepEqual(table?.rows, [
    ['cloud', 'Up 8080 minutes', 'cloud:28', '8080 → 80'],
    ['music', 'Up 8081 minutes', 'music:28', '8081 → 80'],
  ]);
});

test('tasks that are not started and in progress have boxes and due days', (t) => {
  const task = (title: string, status: string) => ({
    title,
    status,
    importance: 'high',
    createdDateTime: '2026-11-24T18:36:49.2407981Z',
    dueDateTime: { dateTime: '2026-11-29T00:00:00.0000000', timeZone: 'UTC' },
  });
  const { items } = read({ value: [task('Shop', 'notStarted'), task('Clean', 'completed')] });
  t.deepEqual(
    items.map(({ done, when }) => [done, when?.slice(0, 10)]),
    [
      [false, '2026-11-29'],
      [true, '2026-11-29'],
    ],
  );
});

test('a stock price has its history as rows', (t) => {
  const meta = { currency: 'USD', symbol: 'AAPL', regularMarketPrice: 271.5, longName: 'Apple Inc.' };
  const timestamp = [1_795_271_400, 1_795_357_800, 1_795_444_200];
  const quote = [{ open: [268.5, 269.5, 265.5], close: [267.5, 266.5, 268.5] }];
  const { title, lead, pairs, table } = read({
    chart: { result: [{ meta, timestamp, indicators: { quote } }] },
  });
  t.true(title?.startsWith('Apple Inc.'));
  t.is(lead, 'price');
  t.true(pairs.includes('price: 271.5 USD'));
  t.deepEqual(table?.header, ['time', 'close', 'open']);
});

test('the line in a Swiss timetable is its category and number', (t) => {
  const board = ['IC', 'S', 'IR'].map((category, at) => ({
    stop: { departure: `2026-11-28T10:0${at}:00+0100`, platform: `${31 + at}` },
    name: `00${at}712`,
    category,
    number: `${at + 7}`,
    to: `Town ${at}`,
    passList: [{ station: { name: 'Bern' } }],
  }));
  const { table, said } = read({ station: { name: 'Zürich HB' }, stationboard: board });
  t.deepEqual(
    table?.rows.map((row) => row[1]),
    ['IC 7', 'S 8', 'IR 9'],
  );
  t.false(said.includes('00712'));
});

test('small units of services are converted to usual ones', (t) => {
  t.true(
    read({ 'battery.charge': '97', 'ups.load': '17', 'battery.runtime': '2460' }).said.includes('41 min'),
  );
  t.true(read({ overview: { lastDayData: { energy: 3240 }, measuredBy: 'METER' } }).said.includes('3240 Wh'));
  t.true(read({ Uptime: '12T04:33:10', POWER: 'ON' }).said.includes('12 d 4 h'));
  t.true(read({ bitcoin: { usd: 91_234, usd_24h_change: -1.25 } }).said.includes('-1.25 %'));
  t.true(read({ name: 'web', mem: 2_147_483_648, maxmem: 4_294_967_296 }).said.includes('2 GB'));
  const part = { id: 0, tC: 21.5, tF: 70.7 };
  const sensor = read({ 'temperature:0': part, 'humidity:0': { id: 0, rh: 47.5 }, sys: { uptime: 12 } });
  t.true(sensor.pairs.includes('humidity: 47.5 %'));
  t.is(sensor.lead, 'temperature');
});

test('a container shows its state and its image; its configuration is counted', (t) => {
  const { title, lead, pairs, said } = read([
    {
      Id: '8dfafdbc3a40'.repeat(5),
      Created: '2026-11-20T18:01:12.123Z',
      State: {
        Status: 'exited',
        Pid: 0,
        ExitCode: 3,
        StartedAt: '2026-11-25T06:12:00.1Z',
        Health: { Status: 'unhealthy' },
      },
      Name: '/cloud',
      RestartCount: 2,
      Driver: 'overlay2',
      HostConfig: { NetworkMode: 'bridge' },
      Config: { Hostname: '8dfafdbc3a40', Image: 'cloud:28', Cmd: ['serve'] },
      NetworkSettings: { Ports: { '80/tcp': [{ HostIp: '0.0.0.0', HostPort: '8080' }] } },
    },
  ]);
  t.deepEqual([title, lead], ['cloud', 'Status']);
  t.true(['Image: cloud:28', 'Ports: 8080 → 80/tcp', 'Restart count: 2'].every((one) => pairs.includes(one)));
  t.false(/overlay2|serve|bridge/.test(said));
});

test('a speaker shows the title that it plays', (t) => {
  const attributes = {
    friendly_name: 'Kitchen',
    volume_level: 0.35,
    media_duration: 330,
    media_title: 'Teardrop',
    media_artist: 'Massive Attack',
  };
  const { lead, pairs } = read({ entity_id: 'media_player.kitchen', state: 'playing', attributes });
  t.is(lead, 'media title');
  t.true(pairs.includes('media duration: 5 min 30 s') && pairs.includes('volume level: 35 %'));
});

test('names with one count each are values, and numbered members are a message', (t) => {
  const top = {
    top_domains: [{ 'a.org': 812 }, { 'b.org': 655 }],
    top_clients: [{ 'pc.lan': 50 }, { 'tv.lan': 22 }],
  };
  const { pairs } = read(top);
  t.true(
    pairs.some((pair) => pair.endsWith('a.org: 812')) && pairs.some((pair) => pair.endsWith('tv.lan: 22')),
  );
  t.is(read({ value1: 'Front door opened', value2: 'at 9:41', value3: '' }).title, 'Front door opened');
});

test("a league table has the league's name as title and the short names of its teams", (t) => {
  const row = (name: string, at: number) => ({
    position: at + 1,
    team: { name: `${name} FC`, shortName: name, crest: 'https://x.org/c' },
    playedGames: 12,
    points: 29 - at,
  });
  const { title, table } = read({
    area: { name: 'England' },
    competition: { name: 'Premier League' },
    standings: [{ type: 'TOTAL', table: ['Arsenal', 'Chelsea', 'Everton'].map(row) }],
  });
  t.true(title?.startsWith('Premier League'));
  t.deepEqual(
    table?.rows.map(([team]) => team),
    ['Arsenal', 'Chelsea', 'Everton'],
  );
});
