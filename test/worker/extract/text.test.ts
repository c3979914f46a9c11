import test from 'ava';
import { decodeText } from '#worker/extract/decode-text.ts';
import type { Shape } from '#worker/extract/digest.ts';
import { digestText, digestTextFile } from '#worker/extract/digest-text.ts';
import { readJson } from '#worker/extract/json/read-json.ts';
import { summarise } from '#worker/extract/summarise.ts';
import { UnreadableError } from '#worker/sandbox/sandbox.ts';

const words = 'Grüße aus Łódź, 東京 und ירושלים\n';
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32le = (text: string) =>
  Buffer.concat(
    Array.from(text, (character) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(character.codePointAt(0)!);
      return bytes;
    }),
  );

const encodings: [string, Uint8Array, string][] = [
  ['UTF-8', Buffer.from(words), words],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${words}`), words],
  ['UTF-16LE with its mark', Buffer.from(`\ufeff${words}`, 'utf16le'), words],
  ['UTF-16BE with its mark', utf16be(`\ufeff${words}`), words],
  ['UTF-16LE without', Buffer.from('Hello to all of you', 'utf16le'), 'Hello to all of you'],
  ['UTF-16BE without', utf16be('Hello to all of you'), 'Hello to all of you'],
  ['UTF-32LE with its mark', utf32le(`\ufeff${words}`), words],
  ['Latin-1', Buffer.from('Café déjà vu, señor', 'latin1'), 'Café déjà vu, señor'],
  ['Windows-1252', Buffer.from([0x93, 0x41, 0x94, 0x20, 0x96, 0x20, 0x80]), '“A” – €'],
  ['other line ends', Buffer.from('a\r\nb\rc\n'), 'a\nb\nc\n'],
  ['NUL', Buffer.from('one line of words\0and another'), 'one line of wordsand another'],
  ['nothing', new Uint8Array(), ''],
];
for (const [name, bytes, expected] of encodings) {
  test(`text in ${name}`, (t) => t.is(decodeText(bytes), expected));
}

test('the declared encoding is used when there is no mark', (t) => {
  t.is(decodeText(Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]), 'shift_jis'), 'テスト');
  t.is(decodeText(Buffer.from('ok'), 'no-such-encoding'), 'ok');
});

test('bytes that are not text are refused', (t) => {
  const bytes = Uint8Array.from({ length: 2000 }, (_, i) => (i * 7919) % 32);
  t.throws(() => decodeText(bytes), { instanceOf: UnreadableError });
});

const shapes: [string, Shape][] = [
  ['Buy milk', 'headline'],
  ['Dear neighbours,\n\nthe water will be off on Tuesday. Please fill a bucket.\n\nAnna', 'note'],
  ['“The best way out is always through.”\n— Robert Frost', 'quotation'],
  ['> Less, but better.\n\n— Dieter Rams', 'quotation'],
  ['"Be yourself; everyone else is already taken." - Oscar Wilde', 'quotation'],
  ['Shopping:\nMilk\nEggs\nBread', 'list'],
  ['- [ ] milk\n- [x] eggs\n- bread', 'list'],
  ['牛乳\n卵\nパン', 'list'],
  ['9:00 Standup\n10:30 Dentist\n18:30 Dinner', 'agenda'],
  ['{"inside": 21.4, "outside": 3.8, "window": "closed"}', 'table'],
  ['["Milk", "Eggs", "Bread"]', 'list'],
  ['{}', 'headline'],
  ['[Hi]', 'headline'],
  ['Monday: bins\nTuesday: swimming\nFriday: cinema', 'table'],
  ['Wi-Fi: guest\nPassword: swordfish', 'table'],
  ['The road goes ever on,\nDown from the door,\nNow far ahead it has gone,', 'note'],
  ['It rains in the hills and the river rises. '.repeat(30), 'article'],
  ['It rains in the hills and the river rises. '.repeat(400), 'document'],
];
for (const [text, shape] of shapes) {
  test(`${JSON.stringify(text.slice(0, 40))} has the shape ${shape}`, (t) =>
    t.is(digestText(text).shape, shape));
}

test('a list keeps its title, its ticks and its times', (t) => {
  t.deepEqual(digestText('Today\n\n- [x] 9:00 Standup\n- [ ] 10:30-11:00 Dentist\n- [ ] Tue: swim').list, {
    title: 'Today',
    ordered: false,
    items: [
      { text: 'Standup', when: '9:00', done: true },
      { text: 'Dentist', when: '10:30-11:00', done: false },
      { text: 'swim', when: 'Tue', done: false },
    ],
  });
});

test('the first line of an agenda is its title when it has no time', (t) => {
  const found = digestText('Monday\n08:00 School\n15:00 Dentist\n18:00 Choir');
  t.is(found.shape, 'agenda');
  t.is(found.title, 'Monday');
  t.deepEqual(
    found.list?.items.map(({ when }) => when),
    ['08:00', '15:00', '18:00'],
  );
  t.is(digestText('8:00 School\n15:00 Dentist\nChoir').list?.title, null);
});

test('Markdown within a line is removed, and similar characters are kept', (t) => {
  const found = digestText(
    'The **harbour** line is *closed*, see [the plan](https://x.example/p) or `make it`.',
  );
  t.is(found.text, 'The harbour line is closed, see the plan or make it.');
  for (const plain of [
    '2*3*4 is 24, a * b * c',
    '** nothing **',
    'see [y](z) and [1]',
    'snake_case_name',
    '5`',
  ])
    t.is(digestText(plain).text, plain);
  const secret = 'Wi-Fi: guest\nPassword: *sw0rd*`fish`';
  t.is(digestText(secret).text, secret);
  const brief = digestText(
    '# Today\n\n- **09:00** Stand-up\n- **11:30** Call with [Anna](https://a.example)\n- *15:00* Tea',
  );
  t.deepEqual(
    brief.list?.items.map(({ when, text }) => [when, text]),
    [
      ['09:00', 'Stand-up'],
      ['11:30', 'Call with Anna'],
      ['15:00', 'Tea'],
    ],
  );
});

test('closing # signs of a heading are removed, and one in its last word is kept', (t) => {
  const title = (line: string) => digestText(`${line}\n\nA paragraph of words.`).title;
  t.deepEqual(['# Plan', '## Plan ##', '# Learn C#', '# Plan # \t', '# ##'].map(title), [
    'Plan',
    'Plan',
    'Learn C#',
    'Plan',
    '##',
  ]);
});

test('a quotation has its words without marks, and its author', (t) => {
  t.deepEqual(digestText('„Weniger, aber besser.“\n– Dieter Rams').quotation, {
    text: 'Weniger, aber besser.',
    attribution: 'Dieter Rams',
  });
});

test('right-to-left and ideographic text keeps its order and its language is known', (t) => {
  const hebrew = digestText('קניות:\nחלב\nלחם\nביצים');
  t.deepEqual(
    hebrew.list?.items.map((item) => item.text),
    ['חלב', 'לחם', 'ביצים'],
  );
  t.is(hebrew.language, 'he');
  t.is(digestText('سيتم إيقاف المياه يوم الثلاثاء من التاسعة حتى الظهر').language, 'ar');
  t.is(digestText('今日は雨が降っています。傘を持って行ってください。').language, 'ja');
  t.is(digestText('Die Straße bleibt bis Freitag gesperrt, bitte fahren Sie über den Markt.').language, 'de');
  t.is(digestText('42').language, null);
});

test('a summary consists of sentences of the text, is short, and is always the same', (t) => {
  const sentences = Array.from(
    { length: 30 },
    (_, i) => `The harbour report number ${i} speaks of ${i % 3 ? 'ships and parking' : 'weather'}.`,
  );
  const text = sentences.join(' ');
  const summary = summarise([text], 'en');
  t.true(summary.length <= 320 && summary.length > 40);
  for (const sentence of summary.split(/(?<=\.) /)) t.true(text.includes(sentence), sentence);
  t.is(summarise([text], 'en'), summary);
  t.is(summarise(['Short.'], 'en'), 'Short.');
  t.true(summarise(['word '.repeat(500)], 'en').length <= 320);
});

test('JSON becomes names and values in their order, without identifiers and other data for machines', (t) => {
  const json = {
    city: 'Oslo',
    id: 7,
    updated_url: 'https://x.example/7',
    now: { feelsLike: -1, is_day: true, Wind: null, temp_c: 3.5, temp_f: 38.3, sunrise: 1795332180 },
    tags: ['a', 'b'],
    days: [{ date: '2026-11-21', max: 5 }],
    Berlin: 3,
  };
  const { title, blocks, lead } = readJson(JSON.stringify(json));
  t.is(title, 'Oslo');
  t.is(lead, 'temp');
  const pairs = blocks.map((block) => (block.kind === 'pair' ? [block.key, block.value] : []));
  t.deepEqual(pairs, [
    ['feels like', '-1°'],
    ['temp', '3.5 °C'],
    ['sunrise', '2026-11-22T07:23:00.000Z'],
    ['tags', 'a, b'],
    ['days date', '2026-11-21'],
    ['days max', '5'],
    ['Berlin', '3'],
  ]);
});

test('lists of objects and parallel series are rows, and tasks have boxes', (t) => {
  const departures = {
    departures: [
      {
        tripId: '1',
        line: { name: 'S7', id: 's7' },
        when: '2026-11-20T11:02:00+01:00',
        plannedWhen: '2026-11-20T11:02:00+01:00',
        direction: 'Potsdam',
      },
      {
        tripId: '2',
        line: { name: 'U2', id: 'u2' },
        when: '2026-11-20T11:06:00+01:00',
        plannedWhen: '2026-11-20T11:06:00+01:00',
        direction: 'Pankow',
      },
    ],
  };
  const [table] = readJson(JSON.stringify(departures)).blocks.filter((block) => block.kind === 'table');
  t.deepEqual(table?.header, ['when', 'line', 'direction']);
  t.deepEqual(table?.rows[1], ['2026-11-20T11:06:00+01:00', 'U2', 'Pankow']);
  t.is(readJson(JSON.stringify(departures)).title, 'Departures');
  const late = (delay: number) => ({ ...departures.departures[0], when: '2026-11-20T11:04:00+01:00', delay });
  const delays = readJson(JSON.stringify([late(120), late(-60), late(0), late(7)])).blocks;
  const [delayed] = delays.filter((block) => block.kind === 'table');
  const column = delayed!.header!.indexOf('delay');
  t.deepEqual(
    delayed!.rows.map((row) => row[column]),
    ['+2 min', '−1 min', '0', '7'],
    'seconds beside a plan are said in minutes; what is no whole minute stays as it is',
  );
  const hourly = {
    hourly_units: { temperature_2m: '°C' },
    hourly: { time: ['2026-11-20T10:00', '2026-11-20T11:00'], temperature_2m: [1, 2.5] },
  };
  const [series] = readJson(JSON.stringify(hourly)).blocks.filter((block) => block.kind === 'table');
  t.deepEqual(series?.rows, [
    ['2026-11-20T10:00', '1 °C'],
    ['2026-11-20T11:00', '2.5 °C'],
  ]);
  const tasks = [{ content: 'Book ferry', is_completed: false, due: { date: '2026-11-24' }, id: 4 }];
  t.like(readJson(JSON.stringify([...tasks, ...tasks])).blocks[0], {
    kind: 'item',
    text: 'Book ferry',
    done: false,
    when: '2026-11-24',
  });
});

test('a state of Home Assistant has its friendly name and its unit', (t) => {
  const state = {
    entity_id: 'sensor.x',
    state: '21.6',
    attributes: { unit_of_measurement: '°C', friendly_name: 'Living room', device_class: 'temperature' },
    context: { id: 'x' },
  };
  const { title, blocks, lead } = readJson(JSON.stringify(state));
  t.is(title, 'Living room');
  t.is(lead, 'state');
  t.deepEqual(blocks, [{ kind: 'pair', key: 'state', value: '21.6 °C' }]);
});

test('JSON of printers, meters, messengers and cancelled trains is shown in plain words', (t) => {
  const pairs = (json: object) =>
    readJson(JSON.stringify(json)).blocks.map((block) =>
      block.kind === 'pair' ? `${block.key} ${block.value}` : '',
    );
  t.deepEqual(pairs({ print_duration: 4201.7, progress: 0.6213, printTimeLeft: 276 }), [
    'print duration 1 h 10 min',
    'progress 62.13 %',
    'print time left 4 min 36 s',
  ]);
  t.deepEqual(
    pairs({ total_gas_m3: 12.5, voltage_l1_v: 230, current_l1_a: 4, gas_timestamp: 210314112233 }),
    ['total gas 12.5 m³', 'voltage l1 230 V', 'current l1 4 A'],
  );
  const message = (from: string, text: string, minute: string) => ({
    type: 'message',
    date: `2026-11-22T09:${minute}:00`,
    from,
    text,
    text_entities: [{ type: 'plain', text }],
  });
  const said = readJson(
    JSON.stringify({
      messages: [message('Maria', 'Key?', '15'), message('Jo', 'Here', '17'), message('Maria', 'Ah', '18')],
    }),
  );
  t.is(said.omitted, 0);
  t.deepEqual(
    said.blocks.flatMap((block) =>
      block.kind === 'chat' ? block.messages.map((one) => Object.values(one)) : [],
    ),
    [
      ['Maria', '09:15', 'Key?'],
      ['Jo', '09:17', 'Here'],
      ['Maria', '09:18', 'Ah'],
    ],
  );
  const train = { line: 'S75', plannedWhen: '2026-11-22T13:09:00+01:00', delay: null, cancelled: true };
  const late = { line: 'U2', plannedWhen: '2026-11-22T13:02:00+01:00', delay: 120, cancelled: false };
  const [table] = readJson(JSON.stringify([late, train])).blocks.filter(({ kind }) => kind === 'table');
  const delays = (of: typeof table) =>
    of?.kind === 'table' && of.rows.map((row) => row[of.header?.indexOf('delay') ?? -1]);
  t.deepEqual(delays(table), ['+2 min', 'cancelled']);
  const tram = (delay: number, to: string) => ({ delay, to, platform: `${delay}` });
  const [trams] = readJson(JSON.stringify([tram(0, 'Brig'), tram(6, 'Basel')])).blocks;
  t.deepEqual(delays(trams), ['0', '+6 min'], 'minutes where no plan is beside them');
});

test('nested parts of a record are in its row, and references are shown by name', (t) => {
  const hour = (at: string, temp: number, text: string) => ({
    dt_txt: at,
    main: { temp, humidity: 80 },
    weather: [{ id: 500, main: 'Rain', description: text, icon: '10d' }],
    wind: { speed: temp / 2, deg: 240 },
  });
  const hours = [hour('15:00', 6, 'light rain'), hour('18:00', 7, 'fog'), hour('21:00', 8, 'clear')];
  const table = readJson(JSON.stringify({ cod: '200', list: hours })).blocks.find(
    ({ kind }) => kind === 'table',
  );
  t.deepEqual(table?.kind === 'table' && [table.header, table.rows[0]], [
    ['dt txt', 'temp', 'weather', 'wind speed'],
    ['15:00', '6°', 'light rain', '3'],
  ]);
  const { title, blocks, omitted } = readJson(
    JSON.stringify({
      action: 'opened',
      issue: { id: 3, title: 'Fix the pump', number: 42, user: { login: 'tom', id: 1, type: 'User' } },
      repository: {
        id: 1,
        name: 'garden',
        full_name: 'anna/garden',
        description: 'Waters the whole balcony',
      },
      labels: [{ name: 'bug', color: 'f00' }, { name: 'pump' }],
      endsAt: '0001-01-01T00:00:00Z',
    }),
  );
  t.is(title, 'Fix the pump');
  t.is(omitted, 4, 'a sentence about something that is only pointed at is counted');
  t.deepEqual(
    blocks.map((block) => (block.kind === 'pair' ? `${block.key}: ${block.value}` : block.kind)),
    ['action: opened', 'number: 42', 'user: tom', 'repository: anna/garden', 'labels: bug, pump'],
  );
});

test('figures get the units that their senders leave out, and the most important one is large', (t) => {
  const read = (json: object) => {
    const { title, lead, blocks } = readJson(JSON.stringify(json));
    return {
      title,
      lead,
      pairs: blocks.map((block) => (block.kind === 'pair' ? `${block.key}: ${block.value}` : '')),
    };
  };
  t.deepEqual(
    read({
      progress: { completion: 22.34, printTime: 2760 },
      job: { file: { name: 'a.gcode', display: 'a.gcode' } },
    }),
    {
      title: 'a.gcode',
      lead: 'completion',
      pairs: ['completion: 22.3 %', 'printed for: 46 min'],
    },
  );
  t.deepEqual(read({ ENERGY: { Total: 412.3, Power: 147, Voltage: 230, ApparentPower: 181 } }), {
    title: 'ENERGY',
    lead: 'Power',
    pairs: ['Total: 412.3 kWh', 'Power: 147 W', 'Voltage: 230 V', 'Apparent power: 181 VA'],
  });
  t.deepEqual(
    read({ voltage: 3.01, current: 2 }).pairs,
    ['voltage: 3.01', 'current: 2'],
    'a cell is no mains',
  );
  t.like(
    read({ Quote: { '01. symbol': 'IBM', '02. open': '229.3', '05. price': '230.8', '06. volume': '28' } }),
    {
      title: 'IBM · Quote',
      lead: 'price',
    },
  );
  t.deepEqual(read({ duration_ms: 207959, uptime: 188143, weight: { value: 2.3, unit: 'kg' } }).pairs, [
    'duration: 3:28',
    'uptime: 2 d 4 h',
    'weight: 2.3 kg',
  ]);
  t.deepEqual(
    read({ mem: 2_147_483_648, name: 'nas' }).pairs,
    ['mem: 2147483648'],
    'what is no moment stays',
  );
  t.deepEqual(read({ item: 'Milk', qty: 2, unit: 'l' }).pairs, ['item: Milk', 'qty: 2 l']);
  t.deepEqual(read({ item: 'Milk', size: 2, unit: 'l' }).pairs, ['item: Milk', 'size: 2', 'unit: l']);
  const attributes = { temperature: 8.4, temperature_unit: '°C', friendly_name: 'Home' };
  t.deepEqual(read({ entity_id: 'weather.home', state: 'rainy', attributes }).pairs, [
    'state: rainy',
    'temperature: 8.4 °C',
  ]);
  const rooms = { kitchen: { temp: 21, note: 'ok' }, bath: { temp: 21, note: 'ok' } };
  t.is(read(rooms).pairs.length, 4, 'what is said of two things is said twice');
});

test('JSON that is deep, wide or invalid is read within limits or as text', (t) => {
  t.true(readJson(`${'['.repeat(5000)}1${']'.repeat(5000)}`).blocks.length <= 1);
  const wide = readJson(
    JSON.stringify(Array.from({ length: 5000 }, (_, index) => ({ room: `r${index}`, seats: index }))),
  );
  t.true(wide.blocks.length <= 400);
  t.true(wide.omitted >= 9000);
  t.throws(() => readJson('{"a":'), { instanceOf: UnreadableError });
});

test('"Sun cream" is not read as Sunday, nor three short lines as a list', (t) => {
  const packing = digestText('Packing\n- Tent\n- Sun cream, sunglasses\n- Map');
  t.is(packing.shape, 'list');
  t.deepEqual(
    packing.list?.items.map(({ when }) => when),
    [null, null, null],
  );
  t.is(digestText('first snow on the bridge\na single bicycle track\nends in the middle').shape, 'note');
  t.is(digestText('Anna Berg\nHavnegata 12\n0150 Oslo').shape, 'note');
  t.is(digestText('Milk\nEggs\nRye bread').shape, 'list');
});

test('a recipe is recognized by its headings, in many languages', (t) => {
  for (const [ingredients, method] of [
    ['Ingredients', 'Method'],
    ['Zutaten:', 'Zubereitung:'],
    ['Ingrédients', 'Préparation'],
    ['材料', '作り方'],
  ]) {
    const found = digestText(
      `Soup\nServes 4\n\n${ingredients}\n- 1 l water\n- 2 onions\n\n${method}\n1. Boil.\n2. Eat.\n\nTastes of rain.`,
    );
    t.is(found.shape, 'recipe', ingredients);
    const [block] = found.blocks;
    if (block?.kind !== 'recipe') return t.fail();
    t.like(block.recipe, {
      title: 'Soup',
      facts: [{ key: '', value: 'Serves 4' }],
      notes: ['Tastes of rain.'],
    });
    t.deepEqual(block.recipe.steps, [{ title: null, lines: ['Boil.', 'Eat.'] }]);
  }
});

test('chats, code and tables are distinguished from prose', (t) => {
  t.is(digestText('[18:02] Anna: Are you there?\n[18:03] Tom: Yes\n[18:04] Anna: Good').shape, 'chat');
  t.is(digestText('Anna: Did you feed the cat?\nTom: Twice\nAnna: Twice?').shape, 'chat');
  t.is(digestText('Tom: finished the importer\nMarta: review\nIvan: sick').shape, 'table');
  t.is(digestText('def f(n):\n    if n < 2:\n        return n\n    return f(n - 1)').shape, 'code');
  t.is(digestText('services:\n  web:\n    image: nginx\n    ports:\n      - "80:80"').shape, 'code');
  t.is(digestText('Name;Town;Phone\nMüller, A.;Köln;0221\nKaya, E.;Bonn;0228').shape, 'grid');
  t.is(digestText('a\tb\tc\n1\t2\t3\n4\t5\t6').shape, 'grid');
  t.is(digestText('| a | b |\n|---|--:|\n| x | 1 |\n| y | 2 |').shape, 'grid');
  t.is(digestText('Well, I went there\nAnd, as always, it rained\nSo, we left').shape, 'note');
});

/** Exports and copies of messengers, with the texts of their messages and the heading above the first. */
const exports: [string, string, string | null, [string | null, string, string][]][] = [
  [
    'with seconds, half days and notices in brackets',
    '\u200e[05/12/2024, 8:05:32\u202fAM] Sarah added Jake\n[05/12/2024, 8:10:23\u202fAM] Sarah: Hey!\n[05/12/2024, 8:12:47\u202fAM] Jake: Hello\n[05/12/2024, 9:01:00\u202fAM] Sarah: Dinner?',
    '05/12/2024',
    [
      ['8:05\u202fAM', '', 'Sarah added Jake'],
      ['8:10\u202fAM', 'Sarah', 'Hey!'],
      ['8:12\u202fAM', 'Jake', 'Hello'],
      ['9:01\u202fAM', 'Sarah', 'Dinner?'],
    ],
  ],
  [
    'in Arabic',
    '[22/\u200f11/\u200f26، ١٠:٠٤:١٢ ص] سارة: صباح الخير\n[22/11/26، ١٠:٠٥:٠١ ص] أحمد: متى الغداء؟\n[22/11/26، ١٠:٠٦:٤٤ ص] سارة: الثانية',
    '22/11/26',
    [
      ['١٠:٠٤ ص', 'سارة', 'صباح الخير'],
      ['١٠:٠٥ ص', 'أحمد', 'متى الغداء؟'],
      ['١٠:٠٦ ص', 'سارة', 'الثانية'],
    ],
  ],
  [
    'with dots in the clock',
    '13.6.2018 klo 21.25.15 - Mika: yksi\n13.6.2018 klo 21.26.10 - Laura: kaksi\n13.6.2018 klo 21.27.00 - Mika: kolme',
    '13.6.2018',
    [
      ['klo 21.25', 'Mika', 'yksi'],
      ['klo 21.26', 'Laura', 'kaksi'],
      ['klo 21.27', 'Mika', 'kolme'],
    ],
  ],
  [
    'with tabs, and days in lines of their own',
    '[LINE] 花子とのトーク履歴\n保存日時:2026/11/22 10:00\n\n2026/11/21(土)\n18:02\t花子\t何時？\n18:05\tけん\t8時だよ\n18:06\tけんが退出しました\n18:07\t花子\tありがとう',
    '[LINE] 花子とのトーク履歴',
    [
      ['18:02', '花子', '何時？'],
      ['18:05', 'けん', '8時だよ'],
      ['18:06', '', 'けんが退出しました'],
      ['18:07', '花子', 'ありがとう'],
    ],
  ],
  [
    'with names and times above the words',
    'Maria, [22.11.2026 09:15]\nWo ist der Schlüssel?\n\nJonas, [22.11.2026 09:17]\nIm Keller.\nLinks.\n\nMaria, [22.11.2026 09:18]\nDanke!',
    '22.11.2026',
    [
      ['09:15', 'Maria', 'Wo ist der Schlüssel?'],
      ['09:17', 'Jonas', 'Im Keller.\nLinks.'],
      ['09:18', 'Maria', 'Danke!'],
    ],
  ],
  [
    'with names and half days above the words',
    'Lena  9:12 AM\nDeploy is green\nTom  9:15 AM\nGreat\nLena  9:31 AM\nShipping',
    null,
    [
      ['9:12 AM', 'Lena', 'Deploy is green'],
      ['9:15 AM', 'Tom', 'Great'],
      ['9:31 AM', 'Lena', 'Shipping'],
    ],
  ],
];

for (const [name, text, heading, expected] of exports) {
  test(`a conversation ${name} has its speakers`, (t) => {
    const { blocks } = digestText(text);
    const first = blocks[0];
    t.is(first?.kind === 'heading' ? first.text : null, heading);
    t.deepEqual(
      blocks.flatMap((block) =>
        block.kind === 'chat' ? block.messages.map(({ time, speaker, text }) => [time, speaker, text]) : [],
      ),
      expected,
    );
  });
}

test('appointments, logs and timetables are not conversations', (t) => {
  for (const text of [
    'Dentist 9:15\nBring the card\nPaula 16:00\nFrom school\nTom 18:00\nTraining',
    '2026-11-22 10:04:12 INFO: started\n2026-11-22 10:04:13 WARN: slow\n2026-11-22 10:04:14 INFO: ready',
    '08:00\tMath\tRoom 3\n09:00\tGerman\tRoom 4\n10:00\tMath\tRoom 3',
  ])
    t.false(
      digestText(text).blocks.some(({ kind }) => kind === 'chat'),
      text,
    );
});

test('terminal colours and piles of accents are removed', (t) => {
  const piled = `Z${'\u0351\u036b'.repeat(50_000)}oe`;
  t.is(digestText(`\x1b[31mRed\x1b[0m ${piled}`).text, 'Red Zoe');
  t.is(digestText('Chữ Việt: ệ').text, 'Chữ Việt: ệ', 'what a language needs stays');
});

test('nested lists keep their levels and their numbers', (t) => {
  const { blocks } = digestText('Saturday\n1. Clean\n   - fridge\n   - oven\n2. Garden');
  t.deepEqual(
    blocks.flatMap((block) =>
      block.kind === 'item' ? [[block.mark ?? null, block.level ?? 0, block.text]] : [],
    ),
    [
      ['1.', 0, 'Clean'],
      [null, 1, 'fridge'],
      [null, 1, 'oven'],
      ['2.', 0, 'Garden'],
    ],
  );
});

test('hostile text is read in bounded time: one long line, a million line breaks, endless bullets', (t) => {
  const before = process.threadCpuUsage();
  for (const text of [
    'a'.repeat(1e6),
    '\n'.repeat(1e6),
    '- '.repeat(5e5),
    '> '.repeat(5e5),
    'a: '.repeat(3e5),
    ' '.repeat(1e6),
    '"'.repeat(1e6),
    `${'x. '.repeat(3e5)}`,
    '\u202e'.repeat(1e6),
    '1:'.repeat(5e5),
  ]) {
    const digest = digestText(text);
    t.true(digest.text.length <= 100_000);
    t.true(digest.summary.length <= 320);
  }
  const { user, system } = process.threadCpuUsage(before);
  t.true(user + system < 10_000_000);
});

test('pasted markup is read as its words', (t) => {
  const page =
    '<!DOCTYPE html><html><head><title>x</title><style>a{}</style></head><body><!-- no --><h1>Thanks!</h1>' +
    '<p>Hello&#32;Anna,<br>it is <b>2 < 3</b>.</p><ul><li>Beans</li><li>Filters</li></ul></body></html>';
  t.deepEqual(
    digestText(page).blocks.map((block) => ('text' in block ? [block.kind, block.text] : [])),
    [
      ['heading', 'Thanks!'],
      ['paragraph', 'Hello Anna,\nit is 2 < 3.'],
      ['item', 'Beans'],
      ['item', 'Filters'],
    ],
  );
  const feed =
    '<?xml version="1.0"?><rss><channel><title>News</title><item><title><![CDATA[Ferry]]></title></item></channel></rss>';
  const { title, text } = digestText(feed);
  t.is(title, 'News');
  t.regex(text, /^title: Ferry$/);
  t.is(digestText('I <3 you, Tom <tom@example.org>').text, 'I <3 you, Tom <tom@example.org>');
});

test('stack traces, hexadecimal dumps and drawings keep their columns', (t) => {
  const trace =
    'Traceback (most recent call last):\n  File "a.py", line 4, in <module>\n    run()\n  File "a.py", line 9, in run\n    go()\nKeyError: 3';
  for (const text of [trace, '  /\\_/\\\n ( o.o )\n  > ^ <', '00000000  7f 45 4c 46 02 01 01 00  |.ELF....|'])
    t.is(digestText(text).shape, 'code', text);
  t.not(digestText('- [ ] Buy a/b tests\n- [ ] Call Tom\n- [x] Rest').shape, 'code');
});

test('tables drawn with lines, as terminals and databases print them, are tables', (t) => {
  for (const drawn of [
    '┌──────┬───────┐\n│ Host │ State │\n├──────┼───────┤\n│ nas  │ up    │\n│ pi   │ down  │\n└──────┴───────┘',
    '+------+-------+\n| Host | State |\n+------+-------+\n| nas  | up    |\n| pi   | down  |\n+------+-------+',
  ]) {
    const [table] = digestText(drawn).blocks;
    t.like(table, {
      kind: 'table',
      header: ['Host', 'State'],
      rows: [
        ['nas', 'up'],
        ['pi', 'down'],
      ],
    });
  }
});

test('the lines of a receipt are names and figures', (t) => {
  const { blocks } = digestText(
    'CORNER SHOP\nMain St 4\n\nMilk 1 l       1,20\nBread kg       3,50\nBag   0,10\n------\nTOTAL       4,80\nCard        4,80\nThank you, see you soon',
  );
  const pairs = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}|${block.value}`] : []));
  t.deepEqual(pairs, ['Milk 1 l|1,20', 'Bread kg|3,50', 'Bag|0,10', 'TOTAL|4,80', 'Card|4,80']);
  t.true(JSON.stringify(blocks).includes('Thank you, see you soon'));
});

test('names above items are headings, and lines of whole sentences are separate', (t) => {
  const standup = digestText('Standup\n\nAyla\n- done: invoices\n\nPiotr\n- off sick');
  t.deepEqual(standup.headings, ['Ayla', 'Piotr']);
  const steps =
    'Soften the onions slowly in plenty of butter, for twenty minutes or so.\nAdd the stock.\nServe.';
  t.is(digestText(steps).text, steps);
  const wrapped =
    'The harbour stays free of cars until spring, and nobody in the town\nknows why it took so long.';
  t.is(digestText(wrapped).text, wrapped.replace('\n', ' '));
  const french = digestText('Courses samedi :\n- Pain\n- Vin\nNe pas oublier : les bouteilles');
  t.is(french.title, 'Courses samedi');
  t.is(digestText('You are invited!\n\nMaya turns 7\n\nBring shoes').title, 'You are invited!');
});

test('lines in capitals and bold lines are headings, and verse without spaces is not a list', (t) => {
  const { headings } = digestText(
    'Hi Tomek!\n\nPLANTS\nFerns every day, a small glass.\n\n**Highlights**\n\n- Sync\n- Fixes',
  );
  t.deepEqual(headings, ['PLANTS', 'Highlights']);
  t.is(digestText('古池や\n蛙飛びこむ\n水の音').shape, 'note');
  t.is(digestText('牛乳\n卵\nパン').shape, 'list');
  const fair = digestText('Saturday at the fair\n10:00 Gates open\n12:00 Brass band\n15:00 Raffle');
  t.deepEqual([fair.title, fair.list?.items.length], ['Saturday at the fair', 3]);
  const chat = digestText(
    'Anna, [22 Nov 2026 at 14:02]\nHello\n\nTom, [22 Nov 2026 at 14:05]\nHi\n\nAnna, [22 Nov 2026 at 14:06]\nTea?',
  );
  t.is(chat.shape, 'chat');
});

test('XML is read by its elements, with any names', (t) => {
  const note = digestText(
    '<note><to>Tove</to><from>Jani</from><body>Bring the <b>red</b> one &amp; a bag</body></note>',
  );
  t.deepEqual(note.pairs, [
    { key: 'to', value: 'Tove' },
    { key: 'from', value: 'Jani' },
    { key: 'body', value: 'Bring the red one & a bag' },
  ]);
  t.is(note.title, 'Note');
  const forecast =
    '<?xml version="1.0"?><w:data xmlns:w="urn:w"><name>Bergen</name>' +
    '<time from="2026-11-22T18:00:00"><sky name="Rain > hail"/><temperature unit="celsius" value="6"/></time>' +
    '<time from="2026-11-23T00:00:00"><sky name="Cloudy"/><temperature unit="celsius" value="4"/></time></w:data>';
  const { title, blocks } = digestText(forecast);
  t.regex(title ?? '', /Bergen/);
  const table = blocks.find((block) => block.kind === 'table');
  t.deepEqual(table?.rows, [
    ['2026-11-22T18:00:00', '6 °C', 'Rain > hail'],
    ['2026-11-23T00:00:00', '4 °C', 'Cloudy'],
  ]);
  for (const broken of ['<a><b></a></b>', '<a', '<a b="c>', '<a>'.repeat(5000)])
    t.regex(digestText(`${broken} and more`).text, /and more/, broken.slice(0, 20));
});

test('an HTML table keeps its rows, and character references are decoded', (t) => {
  const html =
    '<div><table><tr><th>Day</th><th>Hours</th></tr><tr><td>Mon&ndash;Fri</td><td>9&ndash;18&nbsp;h</td></tr></table></div>';
  const [table] = digestText(html).blocks;
  t.like(table, { kind: 'table', header: ['Day', 'Hours'], rows: [['Mon–Fri', '9–18 h']] });
});

test('a JSON string is read as its text', (t) => {
  t.is(digestText('"Milk\\nand \\"oats\\""').text, 'Milk\nand "oats"');
  const file = (text: string) =>
    digestTextFile({ bytes: Buffer.from(text), contentType: 'application/json', charset: null }, new Date(0));
  const { shape, text } = file('"The plumber comes at ten."');
  t.is(shape, 'headline');
  t.is(text, 'The plumber comes at ten.');
});

test('a dump of MQTT topics is grouped by topic; words with a slash are not topics', (t) => {
  const dump =
    'home/attic/temperature 21.4\nhome/attic/humidity 48\nzigbee2mqtt/Front door {"battery":93}\nhome/pump OFF';
  t.deepEqual(
    digestText(dump).pairs.map(({ key, value }) => `${key}: ${value}`),
    [
      'home attic temperature: 21.4°',
      'home › attic › humidity: 48 %',
      'home pump: OFF',
      'zigbee2mqtt › Front door › battery: 93 %',
    ],
  );
  const again = 'a/b/c 1\na/b/c 2\na/b/d 3';
  t.like(digestText(again).blocks[0], {
    kind: 'table',
    rows: [
      ['a/b/c', '1'],
      ['a/b/c', '2'],
      ['a/b/d', '3'],
    ],
  });
  for (const text of [
    '22/11 Dentist\n23/11 Choir\n24/11 Bins',
    'Anna/Ben dishes\nCarl/Dora bins\nEmil/Fay dog',
  ])
    t.not(digestText(text).shape, 'table');
});

test('an exported message with the time of its receipt is not a mail, and keeps all its fields', (t) => {
  const { text } = digestText(
    'From: Anna\nType: incoming\nSent: 21 Nov 2026 18:02\nReceived: 21 Nov 2026 18:03\n\nAre you coming to dinner?',
  );
  for (const word of ['incoming', '18:02', '18:03', 'dinner'])
    t.true(text.includes(word), `${word}: ${text}`);
});

test('a stored mail has its subject, its sender and its words', (t) => {
  const mail = [
    'Received: from mx.example.org',
    '\tby mail.example.net; Sun, 22 Nov 2026 15:02:11 +0100',
    'Date: Sun, 22 Nov 2026 15:02:09 +0100',
    'From: =?UTF-8?Q?J=C3=B6rg?= <j@example.org>',
    'Subject: Cake on Saturday',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'We meet at caf=C3=A9 four, if it does=',
    ' not rain.',
  ].join('\n');
  const { title, blocks } = digestText(mail);
  t.is(title, 'Cake on Saturday');
  t.deepEqual(blocks.slice(1), [
    { kind: 'pair', key: 'From', value: 'Jörg <j@example.org>' },
    { kind: 'pair', key: 'Date', value: '2026-11-22T14:02:09.000Z' },
    { kind: 'paragraph', text: 'We meet at café four, if it does not rain.' },
  ]);
});

test('quoted line breaks stay within a row, and a diff keeps its signs', (t) => {
  const rows =
    'Name,Order,Comment\n"Meier, Anna","2 × ""Classic""",none\nSean,1 × Veggie,"one\ntwo"\nLi,3 × Hot,';
  t.like(digestText(rows).blocks[0], { kind: 'table', header: ['Name', 'Order', 'Comment'] });
  const change = '--- a/x.yaml\n+++ b/x.yaml\n@@ -3,2 +3,2 @@\n-  day: 22\n+  day: 23';
  t.is(digestText(change).shape, 'code');
  t.is(digestText(change).text, change);
});

test('columns set with spaces are tables; those that overlap are unchanged', (t) => {
  const [heading, table] = digestText(
    'Line 10, towards the station\n\nStop         Mo-Fr   Sa      So\nTown hall    06:12   07:05   08:05\nMarket       06:27   07:35   --\nHospital     06:31   --      --',
  ).blocks;
  t.like(heading, { kind: 'paragraph', text: 'Line 10, towards the station' });
  t.like(table, {
    kind: 'table',
    header: ['Stop', 'Mo-Fr', 'Sa', 'So'],
    rows: [
      ['Town hall', '06:12', '07:05', '08:05'],
      ['Market', '06:27', '07:35', '--'],
      ['Hospital', '06:31', '--', '--'],
    ],
  });
  const bus = digestText(
    'Bus 118 Mo-Fr and Sa\nHall       6.02  6.32\nChurch     6.06  6.36\nSchool     6.11  6.41',
  );
  t.deepEqual(
    bus.blocks.map(({ kind }) => kind),
    ['paragraph', 'table'],
  );
  const listing =
    'Filesystem      Size  Used Avail Use% Mounted on\n/dev/root       468G  301G  144G  68% /\ntmpfs           7.8G  1.2M  7.8G   1% /run\nnas:/backup      11T  7.9T  3.1T  72% /mnt';
  const [shown] = digestText(`The disks of today\n\n${listing}\n\nBuy a larger one soon.`).blocks.slice(1);
  t.deepEqual(shown, { kind: 'code', text: listing });
});

test('an amount below its name is shown beside it, also if other names have none', (t) => {
  const { blocks } = digestText(
    'MARKET\nHigh St 4\n\nButter\n                     2,29 A\nEggs\n                     3,19 A\nCheese 0,412 kg\n   x 9,90 EUR/kg\n                     4,08 A\n------------------------\nTOTAL                9,56',
  );
  const table = blocks.find((block) => block.kind === 'table');
  t.deepEqual(table?.rows, [
    ['Butter', '2,29 A'],
    ['Eggs', '3,19 A'],
    ['Cheese 0,412 kg', ''],
    ['x 9,90 EUR/kg', '4,08 A'],
    ['TOTAL', '9,56'],
  ]);
});

test('messages below a name and a time on separate lines are a chat', (t) => {
  for (const copied of [
    'lena\n — Today at 09:14\nraid tonight?\n20:30?\nkurt_b\n — Today at 09:20\nin\nlena\n — Today at 09:21\nperfect',
    'Lena Ott\n  10:02 AM\nraid tonight?\n20:30?\nKurt\n  10:05 AM\nin\nLena Ott\n  10:06 AM\nperfect',
  ]) {
    const { shape, blocks } = digestText(copied);
    t.is(shape, 'chat');
    const messages = blocks.flatMap((block) => (block.kind === 'chat' ? block.messages : []));
    t.deepEqual(
      messages.map(({ text }) => text),
      ['raid tonight?\n20:30?', 'in', 'perfect'],
    );
  }
  const days =
    'lena\n — Yesterday at 21:00\nraid?\nkurt\n — 11/20/2026 9:14 AM\nin\nola\n — 11/20/2026 9:15 AM\nout';
  const { blocks } = digestText(days);
  t.deepEqual(
    blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : [])),
    ['Yesterday', '11/20/2026'],
  );
  const plan = 'Yoga\n09:00\nRoom 2\nPilates\n10:00\nRoom 3\nSpin\n11:00\nRoom 1';
  t.not(digestText(plan).shape, 'chat');
});

test('a line in the other writing direction is a separate paragraph', (t) => {
  const { blocks } = digestText('Please say hello at the door:\nأهلاً وسهلاً بكم\nThen offer coffee.');
  t.deepEqual(
    blocks.map((block) => 'text' in block && block.text),
    ['Please say hello at the door:', 'أهلاً وسهلاً بكم', 'Then offer coffee.'],
  );
});

test('a log above a stack trace keeps its lines, and requirements of a program are not a recipe', (t) => {
  const log =
    '2026-11-23 06:12:01,482 INFO start\n2026-11-23 06:58:20,002 ERROR failed\nTraceback (most recent call last):\n  File "/opt/run.py", line 88, in upload\n    client.put(part)\nConnectionResetError: reset by peer';
  t.is(digestText(log).shape, 'code');
  const readme = 'Thing\n\nYou need:\n\n- Python\n- uv\n\nHow to:\n\n```\nuv sync\n```\n\nThen run it.';
  t.not(digestText(readme).shape, 'recipe');
});

test('several lists have their own titles or none', (t) => {
  const { title, headings } = digestText(
    'Stand-up 23 Nov\nPresent: Priya, Tom\n\nYesterday\n- Priya: invoices\n- Tom: login\nToday\n- Priya: retry\n- Tom: errors\n- Marek: reads up',
  );
  t.deepEqual(headings, ['Yesterday', 'Today']);
  t.is(title, null);
});

test('the output of git log and systemctl status keeps its lines', (t) => {
  const log =
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (HEAD -> main)\nAuthor: Ines <i@x.org>\nDate:   Fri Nov 20\n\n    Read meters\n';
  t.deepEqual(digestText(log).blocks, [{ kind: 'code', text: log.trimEnd() }]);
  const unit =
    '● nginx.service - A web server\n     Loaded: loaded (/lib/x.service; enabled)\n     Active: failed since Mon\n       Docs: man:nginx(8)';
  t.deepEqual(digestText(unit).blocks, [{ kind: 'code', text: unit }]);
});
