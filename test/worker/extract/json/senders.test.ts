import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Documents of senders that are known by what only they have: the figure that matters, its facts, rows, and a count of the rest. */

function read(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const facts = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  const text = blocks.find((block) => block.kind === 'paragraph')?.text;
  return { title, lead, facts, header: table?.header, rows: table?.rows, text, omitted };
}

test('a meter of three phases is its power, and a row for each phase', (t) => {
  const phase = (name: string, power: number) => ({
    [`${name}_act_power`]: power,
    [`${name}_current`]: 2.392,
    [`${name}_voltage`]: 229.4,
    [`${name}_pf`]: 0.76,
  });
  const { lead, facts, header, rows, omitted } = read({
    'em:0': {
      id: 0,
      ...phase('a', 375.5),
      ...phase('b', 170.8),
      ...phase('c', 12.7),
      total_act_power: 558.965,
    },
    'emdata:0': { id: 0, total_act: 2_589_773.39 },
    sys: { mac: 'AABBCCDDEEFF', ram_free: 125_084 },
  });
  t.is(lead, 'power');
  t.deepEqual(facts, ['power: 559 W', 'energy in all: 2589.8 kWh']);
  t.deepEqual(header, ['phase', 'power', 'current', 'voltage']);
  t.deepEqual(rows?.[1], ['L2', '171 W', '2.39 A', '229 V']);
  t.is(omitted, 6, 'the factors of the power, but not what only programs read');
});

test('networks of a router are rows below how the internet is', (t) => {
  const { title, lead, facts, header, rows } = read({
    meta: { rc: 'ok' },
    data: [
      { subsystem: 'wlan', num_user: 18, num_guest: 2, status: 'ok', num_ap: 3 },
      {
        subsystem: 'wan',
        status: 'warning',
        isp_name: 'Kabel',
        xput_down: 250.1,
        latency: 8,
        uptime: 812_345,
      },
      { subsystem: 'lan', num_user: 12, status: 'ok' },
    ],
  });
  t.deepEqual([title, lead], ['Kabel', 'internet']);
  t.deepEqual(facts, ['internet: warning', 'down: 250 Mbit/s', 'latency: 8 ms', 'uptime: 9 d 9 h']);
  t.deepEqual(header, ['network', 'status', 'users', 'guests']);
  t.deepEqual(rows?.[2], ['lan', 'ok', '12', '']);
});

test('an order is its total, its customer and what was bought', (t) => {
  const item = (name: string, quantity: number) => ({
    id: 4,
    name,
    quantity,
    price: '19.50',
    sku: 'A-1',
    grams: 200,
  });
  const { title, lead, facts, rows, omitted } = read({
    id: 450_789_469,
    name: '#1001',
    total_price: '58.50',
    currency: 'EUR',
    financial_status: 'partially_paid',
    cart_token: '68778783ad298f1c80c3bafcddeea02f',
    shipping_address: { name: 'Bea Norman', city: 'Fulda', phone: '555' },
    line_items: [item('Mug', 2), item('Plate', 1)],
  });
  t.deepEqual([title, lead], ['Order #1001', 'total']);
  t.deepEqual(facts, ['total: 58.50 EUR', 'customer: Bea Norman', 'payment: partially paid', 'to: Fulda']);
  t.deepEqual(rows, [
    ['Mug', '2', '19.50'],
    ['Plate', '1', '19.50'],
  ]);
  t.is(omitted, 3, 'the telephone number and what the things weigh');
});

test('a parcel is how it stands, when it comes, and where it was', (t) => {
  const event = (description: string, day: number) => ({
    time_iso: `2026-11-${day}T21:14:00+01:00`,
    description,
    location: 'Fulda',
  });
  const { title, lead, facts, rows } = read({
    event: 'TRACKING_UPDATED',
    data: {
      number: 'RR1CN',
      track_info: {
        latest_status: { status: 'OutForDelivery' },
        time_metrics: { estimated_delivery_date: { from: '2026-11-30T00:00:00+01:00' } },
        tracking: {
          providers: [{ provider: { name: 'Post' }, events: [event('Loaded', 27), event('Picked up', 20)] }],
        },
      },
    },
  });
  t.deepEqual([title, lead], ['RR1CN · Post', 'status']);
  t.deepEqual(facts, ['status: Out for delivery', 'expected: 2026-11-30']);
  t.deepEqual(rows?.[1], ['2026-11-20T21:14:00+01:00', 'Picked up', 'Fulda']);
});

test('a pipeline is how it ended and its jobs in their order', (t) => {
  const job = (id: number, stage: string, status: string) => ({
    id,
    stage,
    name: `${stage} it`,
    status,
    duration: 63,
  });
  const { title, lead, facts, rows } = read({
    object_kind: 'pipeline',
    object_attributes: { id: 31, ref: 'main', status: 'failed', duration: 3720 },
    user: { name: 'Ida' },
    project: { name: 'Garden' },
    commit: { title: 'Water the beds', message: 'Water the beds\n\nDaily.' },
    builds: [job(9, 'deploy', 'skipped'), job(7, 'build', 'success'), job(8, 'test', 'failed')],
  });
  t.deepEqual([title, lead], ['Garden · Water the beds', 'pipeline']);
  t.deepEqual(facts, ['pipeline: failed', 'branch: main', 'by: Ida', 'lasted: 1 h 2 min']);
  t.deepEqual(
    rows?.map(([stage, , status]) => `${stage} ${status}`),
    ['build success', 'test failed', 'deploy skipped'],
  );
});

test('a push is its branch and the first lines of its commits; other lines are counted', (t) => {
  const commit = (message: string) => ({
    id: 'a'.repeat(40),
    message,
    author: { name: 'Ole', email: 'o@x.org' },
  });
  const push = (ref: string) => ({
    ref,
    pusher: { name: 'Ole', email: 'o@x.org' },
    repository: { full_name: 'ole/garden', forks: 3, watchers: 4 },
    commits: [commit('Sow beans\n\nThree rows of them'), commit('Mow')],
  });
  const { title, facts, rows, omitted } = read(push('refs/heads/spring'));
  t.is(title, 'ole/garden');
  t.deepEqual(facts, ['branch: spring', 'by: Ole']);
  t.deepEqual(rows, [
    ['Sow beans', 'Ole'],
    ['Mow', 'Ole'],
  ]);
  t.is(omitted, 4);
  t.true(read(push('refs/tags/v2')).facts.includes('tag: v2'));
});

test('programs of a machine come by what they use, without their folders; their arguments are counted', (t) => {
  const program = (command: string, cpu: number) => ({
    user: 'root',
    pid: 12,
    cpu_percent: cpu,
    mem_percent: 0.5,
    command,
    tty: null,
  });
  const { header, rows, omitted } = read([
    program('/sbin/init auto', 0.1),
    program('/usr/bin/node server.js', 43.25),
  ]);
  t.deepEqual(header, ['program', 'user', 'cpu', 'memory']);
  t.deepEqual(rows?.[0], ['node', 'root', '43.3 %', '0.5 %']);
  t.true(omitted >= 3);
});

test('units that failed come first, and devices are counted', (t) => {
  const unit = (name: string, active: string, sub: string) => ({
    unit: name,
    active,
    sub,
    description: 'Keeps time',
  });
  const { rows, omitted } = read([
    unit('dev-sda.device', 'active', 'plugged'),
    unit('cron.service', 'active', 'running'),
    unit('backup.service', 'failed', 'failed'),
    unit('nightly.timer', 'active', 'waiting'),
  ]);
  t.deepEqual(rows, [
    ['backup.service', 'failed: failed'],
    ['cron.service', 'running'],
    ['nightly.timer', 'waiting'],
  ]);
  t.true(omitted >= 8);
});

test('days of a tracker are rows with their units', (t) => {
  const day = (date: string, rate: number) => ({
    date,
    steps: 1209,
    distance: 1028.559,
    totalcalories: 2303.788,
    active: 292,
    hr_average: rate,
  });
  const { header, rows } = read({
    status: 0,
    body: { activities: [day('2026-11-26', 80), day('2026-11-27', 0)] },
  });
  t.deepEqual(header, ['day', 'steps', 'distance', 'calories', 'active', 'heart rate']);
  t.deepEqual(rows?.[0], ['2026-11-26', '1209', '1.03 km', '2304', '4 min 52 s', '80 bpm']);
  t.is(rows?.[1]?.[5], '', 'no heart beats 0 times');
});

test('a lamp of many parts is its brightness as a share', (t) => {
  const { title, lead, facts, rows } = read({
    state: {
      on: true,
      bri: 128,
      seg: [
        { id: 0, n: 'Shelf', on: true, bri: 255, len: 15, fx: 3 },
        { id: 1, on: false, bri: 51, len: 9 },
      ],
    },
    info: { ver: '0.14.4', name: 'Lounge', leds: { count: 24 } },
    effects: ['Solid', 'Blink'],
  });
  t.deepEqual([title, lead], ['Lounge', 'brightness']);
  t.true(facts.includes('brightness: 50 %') && facts.includes('lamps: 24'));
  t.deepEqual(rows?.[1], ['1', 'false', '20 %', '9']);
});

test('a store of files is its load, and a row for each disk', (t) => {
  const { lead, facts, rows } = read({
    data: {
      cpu: { user_load: 4, system_load: 2 },
      memory: { real_usage: 24, swap_usage: 6, total_swap: 4_415_404 },
      disk: {
        disk: [1, 2].map((at) => ({ device: `sd${at}`, display_name: `Drive ${at}`, utilization: 11 * at })),
      },
    },
    success: true,
  });
  t.is(lead, 'memory');
  t.true(facts.includes('memory: 24 %') && facts.includes('cpu of users: 4 %'));
  t.deepEqual(rows?.[1], ['Drive 2', '22 %']);
});

test('alerts are rows under how they stand, and a single one is read whole', (t) => {
  const alert = (name: string) => ({
    status: 'firing',
    labels: { alertname: name, severity: 'critical', instance: 'nas:9100' },
    annotations: { summary: `${name} on nas` },
    startsAt: '2026-11-28T08:12:30Z',
    fingerprint: 'c6eadffa33fcdf37',
  });
  const several = read({
    status: 'firing',
    title: '[FIRING:2] Home',
    alerts: [alert('Disk'), alert('Load')],
  });
  t.deepEqual([several.title, several.lead], ['[FIRING:2] Home', 'status']);
  t.deepEqual(several.rows?.[1], ['Load on nas', 'critical', 'nas:9100', '2026-11-28T08:12:30Z']);
  const one = read({ status: 'resolved', alerts: [alert('Disk')] });
  t.deepEqual([one.title, one.lead], ['Disk on nas', 'status']);
  t.true(one.facts.includes('severity: critical'));
});

test('what a known sender says beside its page is counted', (t) => {
  const printer = {
    job: { file: { name: 'boat.gcode' } },
    progress: { completion: 22.4571, printTimeLeft: 4410 },
    state: 'Printing',
  };
  t.is(read(printer).omitted, 0);
  t.is(read({ ...printer, note: 'Take it off the bed' }).omitted, 5);
  const long = 'word '.repeat(60).trim();
  t.true(read({ ...printer, job: { file: { name: long } } }).omitted > 20, 'words beyond a title');
});

test('a list of one thing is called by that thing', (t) => {
  const { title, facts } = read([
    {
      sha: 'b'.repeat(40),
      commit: { message: 'Mow', author: { name: 'Ole', date: '2026-11-27T10:00:00Z' } },
    },
  ]);
  t.is(title, 'Mow');
  t.deepEqual(facts, ['author: Ole', 'time: 2026-11-27T10:00:00Z']);
});

test('the text of an issue keeps its lists', (t) => {
  const { title, blocks } = readJson(
    JSON.stringify({
      action: 'update',
      type: 'Issue',
      data: {
        identifier: 'APP-231',
        title: 'Login loops',
        description: 'Seen twice.\n\n1. Reset the password\n2. Open the link',
        team: { name: 'Apps' },
      },
    }),
  );
  t.is(title, 'Login loops');
  t.deepEqual(
    blocks.slice(0, 3).map((block) => [block.kind, 'text' in block && block.text]),
    [
      ['paragraph', 'Seen twice.'],
      ['item', 'Reset the password'],
      ['item', 'Open the link'],
    ],
  );
});

test('a site that charges cars is its power, and a row for each charger', (t) => {
  const { title, facts, rows } = read({
    siteTitle: 'Home',
    pvPower: 4210,
    homePower: 612,
    gridPower: -1830,
    loadpoints: [
      { title: 'Garage', mode: 'pv', chargePower: 1750, vehicleSoc: 54, chargeRemainingDuration: 5400 },
      { title: 'Carport', mode: 'off', chargePower: 0, chargeDuration: 3600 },
    ],
  });
  t.is(title, 'Home');
  t.deepEqual(facts, ['solar power: 4210 W', 'grid: -1830 W', 'house: 612 W']);
  t.deepEqual(rows, [
    ['Garage', 'pv', '1750 W', '54 %', '1 h 30 min'],
    ['Carport', 'off', '0 W', '', ''],
  ]);
});

test('the customer of an order has both names', (t) => {
  const { facts } = read({
    number: '727',
    order_key: 'wc_order_58d2',
    currency: 'EUR',
    total: '59.35',
    billing: { first_name: 'Nora', last_name: 'Lindqvist' },
    line_items: [
      { name: 'Mug', quantity: 1, total: '32.50' },
      { name: 'Postcards', quantity: 5, total: '26.85' },
    ],
  });
  t.true(facts.includes('customer: Nora Lindqvist'), facts.join('\n'));
});
