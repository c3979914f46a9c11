import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';

/** The blocks of a text pasted from another program, or noted in a hurry. */
const blocks = (text: string) => digestText(text).blocks;
const kinds = (text: string) => blocks(text).map(({ kind }) => kind);
const headings = (text: string) => digestText(text).headings;

test('a linked badge and a box of pasted Markdown are words without marks', (t) => {
  const text =
    '# tinybell\n\n[![Build](https://img.example/ci.svg)](https://ci.example) ![npm](https://img.example/n.svg)\n\n' +
    '> [!WARNING]\n> Needs a fuse.\n\nA doorbell.';
  t.deepEqual(blocks(text).slice(1), [
    { kind: 'paragraph', text: 'Build npm' },
    { kind: 'quote', text: 'Warning:\nNeeds a fuse.' },
    { kind: 'paragraph', text: 'A doorbell.' },
  ]);
});

test('the first of several headings in capitals is a heading, too', (t) => {
  const gym = 'PUSH DAY\nBench press 4x8\nDips 3x10\n\nPULL DAY\nDeadlift 3x5\nCurls 3x12';
  t.deepEqual(headings(gym), ['PUSH DAY', 'PULL DAY']);
  t.is(digestText(gym).title, null);
  t.deepEqual(headings('STOP\nplease read this first\n\nThe door sticks.'), []);
});

test('a crontab keeps its fields; a table of results is not a crontab', (t) => {
  const schedule =
    '# m h dom mon dow command\n0 3 * * * /usr/local/bin/backup.sh\n*/15 * * * * /home/pi/weather.py\n@reboot /home/pi/kiosk.sh';
  t.deepEqual(blocks(schedule), [{ kind: 'code', text: schedule }]);
  t.notDeepEqual(kinds('1 2 3 4 5 Anna\n2 3 1 5 4 Ben\n3 1 2 4 5 Cem'), ['code']);
});

test('two people who write one message are one speaker', (t) => {
  const [chat] = blocks('Tom & Ella: we are late\nGrandma: Soup can wait.\nTom & Ella: ok\nGrandma: Good!');
  t.deepEqual(chat?.kind === 'chat' && chat.messages.map(({ speaker }) => speaker), [
    'Tom & Ella',
    'Grandma',
    'Tom & Ella',
    'Grandma',
  ]);
  t.notDeepEqual(kinds('Salt & pepper: 2\nOil: 1\nBread/rolls: 6'), ['chat']);
});

test('the days of a conversation are headings in it, not its title', (t) => {
  const said = [
    '[24.11.26, 18:02:11] Miriam: Wer kann am Freitag helfen?',
    '[26.11.26, 07:44:50] Jonas: Ich kann ab 9:30',
    '[26.11.26, 08:03:12] Miriam: Super, danke!',
  ];
  t.is(digestText(said.join('\n')).title, null);
  t.deepEqual(headings(said.join('\n')), ['24.11.26', '26.11.26']);
});

test('names and values beside each other in a line are pairs', (t) => {
  const { pairs } = digestText('Gâteau\n\nPréparation : 10 min   Cuisson : 35 min\n\nBon appétit !');
  t.deepEqual(pairs, [
    { key: 'Préparation', value: '10 min' },
    { key: 'Cuisson', value: '35 min' },
  ]);
  t.deepEqual(digestText('He said:   nothing   at all, and left.').pairs, []);
});

test('a recipe noted without empty lines and without full stops has ingredients and steps', (t) => {
  const noted =
    'mums flapjacks\n250g butter\n250 g brown sugar\n450g oats\nmelt butter and sugar in big pan\nstir in oats\nbake 170 fan about 25 min till golden\ncut while warm!';
  const [block] = blocks(noted);
  t.is(block?.kind, 'recipe');
  if (block?.kind !== 'recipe') return;
  t.is(block.recipe.title, 'mums flapjacks');
  t.deepEqual(block.recipe.ingredients[0]?.lines, ['250g butter', '250 g brown sugar', '450g oats']);
  t.is(block.recipe.steps[0]?.lines.length, 4);
  const others = [
    'shop\n500g flour\n6 eggs\n1 l milk\nfrying oil\nbaking paper\nroast chicken\ngrated cheese\nmixed nuts',
    'Sunday\n2 kg potatoes\n1 l milk\n3 onions\nask Ben whether he can bring his big pan\npick up the chicken at the butcher\nput the milk in the fridge',
  ];
  for (const text of others) t.false(kinds(text).includes('recipe'), text);
});

test('the amounts of a wide table of payments are beside their names, and a column that repeats another is below', (t) => {
  const csv = [
    'Buchungstag;Wertstellung;Buchungstext;Auftraggeber;Verwendungszweck;Kontonummer;Betrag (EUR)',
    '26.11.2026;26.11.2026;Lastschrift;Stadtwerke Entenhausen GmbH;Abschlag Strom Vertrag 4711-22;DE12400501500000112233;-87,00',
    '25.11.2026;25.11.2026;Gutschrift;Landeshauptkasse Entenhausen;Gehalt 11/2026 und Zuschlag;DE02300500000001683515;3.214,55',
    '24.11.2026;24.11.2026;Dauerauftrag;Hausverwaltung Becker & Co;Miete Wohnung 3 links;DE99500105175419876543;-1.120,00',
  ].join('\n');
  const [table] = blocks(csv);
  t.is(table?.kind, 'table');
  if (table?.kind !== 'table') return;
  t.is(table.header?.at(-1), 'Betrag (EUR)');
  t.deepEqual(
    table.rows.map((row) => row.at(-1)),
    ['-87,00', '3.214,55', '-1.120,00'],
  );
  t.false(table.header?.includes('Wertstellung'));
  t.true(table.notes?.[0]?.includes('Wertstellung 26.11.2026'));
});

test('the author and the work below a quotation are its source; a signature is not', (t) => {
  const said = 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.';
  t.deepEqual(digestText(`${said}\nЛев Толстой, «Анна Каренина»`).quotation, {
    text: said,
    attribution: 'Лев Толстой, «Анна Каренина»',
  });
  t.is(
    digestText('The plumber comes at eight and needs the key of the cellar, please.\nAnna, Ben').quotation,
    null,
  );
});

test('line breaks after sentences and of very long lines are kept', (t) => {
  const long = `${'The dough rests in the cold for a night, and the oven is hot before it goes in. '.repeat(2).trim()} Then`;
  t.is(digestText(`${long}\nbake it for an hour\n${long}\nand cool it`).text.split('\n').length, 4);
  const two =
    'Please put the parcel for the neighbours into the cellar, not into the hall.\nThanks a lot, Ben';
  t.is(digestText(two).text, two);
  const wrapped =
    'Please put the parcel for the neighbours into the cellar, and do not leave\nit in the hall, where the children would find it much too early and\nopen it.';
  t.false(digestText(wrapped).text.includes('\n'));
});

test('lines of the author keep their breaks, also if some of them are as long as a broken line', (t) => {
  const rota = [
    'Open at night this week – Lucca',
    'Farmacia Massagli, Piazza San Michele 36 – 0583 555 241',
    'By day:',
    'sab 28 Farmacia Novelli, Viale Puccini 12, S. Anna – 0583 555 331',
    'dom 29 Farmacia Comunale 24 ore, Piazza Curtatone – 0583 555 000',
    'lun 30 Farmacia Bianchi, Via Romana 210, Arancio – 0583 555 116',
  ];
  const { text } = digestText(rota.join('\n'));
  for (const line of rota) t.true(text.split('\n').includes(line), text);
});

test('a mail copied with only its sender and subject has its subject as title', (t) => {
  const mail = digestText('Subject: Booking 4711\nFrom: tickets@rail.example\n\nHello,\nsee you on board.');
  t.is(mail.title, 'Booking 4711');
  t.deepEqual(mail.pairs, [{ key: 'From', value: 'tickets@rail.example' }]);
});

test('aligned columns are a table, also if a wide cell is close to the next', (t) => {
  const [table] = blocks(
    'Hamburg Hbf     ab 08:24   Gl. 14   ICE 91\nNürnberg Hbf    an 13:02   Gl. 8\nNürnberg Hbf    ab 13:31   Gl. 6    ICE 23\nWien Hbf        an 18:15   Gl. 9A-C',
  );
  t.deepEqual(table?.kind === 'table' && table.rows, [
    ['Hamburg Hbf', 'ab 08:24', 'Gl. 14', 'ICE 91'],
    ['Nürnberg Hbf', 'an 13:02', 'Gl. 8', ''],
    ['Nürnberg Hbf', 'ab 13:31', 'Gl. 6', 'ICE 23'],
    ['Wien Hbf', 'an 18:15', 'Gl. 9A-C', ''],
  ]);
});

test('a day of the month is kept with the day of the week', (t) => {
  const { list } = digestText(
    'December\nTue 1 – Baby rhyme time\nSat 5: Lego club\nWednesday 9th – Author talk\nSat 12 – Crafts',
  );
  t.deepEqual(
    list?.items.map(({ when, text }) => [when, text]),
    [
      ['Tue 1', 'Baby rhyme time'],
      ['Sat 5', 'Lego club'],
      ['Wednesday 9th', 'Author talk'],
      ['Sat 12', 'Crafts'],
    ],
  );
  const lessons = digestText('Week\nMon 9 – 10 Maths\nTue 9 – 10 Art\nWed 9 – 10 Music').list;
  t.is(lessons?.items[0]?.text, '9 – 10 Maths');
});

test('underscores around words are emphasis; within names they are letters', (t) => {
  t.is(digestText('We ship on Thursday. _No exceptions._').text, 'We ship on Thursday. No exceptions.');
  for (const text of [
    'set living_room_temp and hall_temp',
    'look in /srv/_old_/x for it',
    'Name: ___________ please',
  ])
    t.is(digestText(text).text, text);
});

test('recipes in Thai and Bengali have their headings', (t) => {
  const egg = 'ไข่เจียวหมูสับ\n\nส่วนผสม\nไข่ไก่ 3 ฟอง\nหมูสับ 100 กรัม\n\nวิธีทำ\n1. ตีไข่กับน้ำปลาให้เข้ากัน\n2. ทอดในน้ำมันร้อน';
  const [block] = blocks(egg);
  t.deepEqual(block?.kind === 'recipe' && block.recipe.ingredients[0]?.lines, ['ไข่ไก่ 3 ฟอง', 'หมูสับ 100 กรัม']);
});

test('a line in capitals above the facts of a ticket is its title, and a code of letters is a value', (t) => {
  const ticket =
    'BOARDING PASS\nPassenger  LINDQVIST NORA\nFlight BA502  Date 14 DEC  Class Y\nGate opens 06:20  Seat 14C\nTo: London\n';
  t.deepEqual(headings(ticket), ['BOARDING PASS']);
  t.deepEqual(
    blocks(ticket).flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : [])),
    ['Flight: BA502', 'Date: 14 DEC', 'Class: Y', 'Gate opens: 06:20', 'Seat: 14C', 'To: London'],
  );
  t.deepEqual(headings('HELLO\nsee you at eight'), []);
});
