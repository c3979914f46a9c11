import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';

const kinds = (text: string) => digestText(text).blocks.map(({ kind }) => kind);
const pairs = (text: string) => digestText(text).pairs.map(({ key, value }) => `${key}|${value}`);

test('opening hours are days with their hours, in several languages', (t) => {
  t.deepEqual(pairs('Opening hours\nMon–Fri 9am–6pm\nSat 10:00–16:00\nSun closed'), [
    'Mon–Fri|9am–6pm',
    'Sat|10:00–16:00',
    'Sun|closed',
  ]);
  t.is(pairs('Öppettider\nMån–tors 7.30–18\nFre 7.30–15\nLör 10–14\nSön stängt').length, 4);
  t.is(pairs('Boulangerie\nLun-Ven 7h-13h et 15h30-19h30\nSam 7h-19h\nDim 7h30-12h30').length, 3);
  t.deepEqual(pairs('Piscina\nLun–Vie 7:00–22:00\nSáb 9–20\nFestivos cerrado').at(-1), 'Festivos|cerrado');
  // An event on a day, and prose.
  t.deepEqual(pairs('Plan\nMon swimming\nTue choir\nWed nothing'), []);
  t.deepEqual(pairs('Mon 9-12 is fine for me.\nTue I cannot come at all.\nSee you'), []);
});

test('ranges of days are headings above their entries', (t) => {
  const ferry =
    'Ferry to Fishnish\n\nMon–Sat\n07:00 first boat\nevery 45 min until 18:10\n\nSun\n09:00 first boat\nhourly until 18:00';
  t.deepEqual(digestText(ferry).headings.slice(-2), ['Mon–Sat', 'Sun']);
});

test('television channels are headings above their programmes, in any script', (t) => {
  const tv =
    'TV heute\n\nARD\n20:15 Tatort\n21:45 Anne Will\n\narte\n20:15 Das Leben der Anderen\n22:25 Doku\n\nFilm4\n21:00 Paddington 2\n22:55 Ex Machina';
  t.deepEqual(digestText(tv).headings.slice(-3), ['ARD', 'arte', 'Film4']);
  t.is(kinds(tv).filter((kind) => kind === 'item').length, 6);
});

const MAILS: [string, string][] = [
  ['de', 'Von: Anna <a@x.example>\nAn: Alle\nGesendet: Montag, 23. November 2026 07:41\nBetreff: Ablesung'],
  ['fr', 'De : Anna <a@x.example>\nÀ : Tous\nDate : 23/11/2026\nObjet : Ablesung'],
  ['es', 'De: Anna <a@x.example>\nPara: Todos\nFecha: 23/11/2026 09:30\nAsunto: Ablesung'],
  ['it', 'Da: Anna <a@x.example>\nA: Tutti\nData: 23/11/2026\nOggetto: Ablesung'],
  ['nl', 'Van: Anna <a@x.example>\nAan: Allen\nDatum: ma 23 nov 2026 07:58\nOnderwerp: Ablesung'],
  ['sv', 'Från: Anna <a@x.example>\nTill: Alla\nSkickat: den 23 november 2026\nÄmne: Ablesung'],
  ['pl', 'Od: Anna <a@x.example>\nDo: Wszyscy\nData: 23 listopada 2026\nTemat: Ablesung'],
  ['fi', 'Lähettäjä: Anna <a@x.example>\nVastaanottaja: Kaikki\nAihe: Ablesung'],
  ['ru', 'От: Anna <a@x.example>\nКому: Всем\nДата: 23 ноября 2026\nТема: Ablesung'],
  ['tr', 'Kimden: Anna <a@x.example>\nKime: Herkes\nKonu: Ablesung'],
  ['he', 'מאת: Anna <a@x.example>\nאל: כולם\nנושא: Ablesung'],
  ['ar', 'من: Anna <a@x.example>\nإلى: الجميع\nالموضوع: Ablesung'],
  ['ja', '差出人: Anna <a@x.example>\n宛先: 皆様\n件名: Ablesung'],
  ['zh', '发件人：Anna <a@x.example>\n收件人：大家\n主题：Ablesung'],
  ['ko', '보낸 사람: Anna <a@x.example>\n받는 사람: 모두\n제목: Ablesung'],
];

test('mails are recognized by their fields in other languages, whose names are kept', (t) => {
  for (const [language, head] of MAILS) {
    const { blocks, pairs: fields } = digestText(`${head}\n\nHello,\n\nthe meters are read on Wednesday.\n`);
    t.deepEqual(blocks[0], { kind: 'heading', level: 1, text: 'Ablesung' }, language);
    t.is(fields[0]?.key, /^[^:：]+?(?=\s?[:：])/u.exec(head)?.[0], language);
    t.true(fields.length >= 2 && fields.every(({ value }) => value !== 'Ablesung'), language);
  }
  // A note with two such words is not a mail.
  t.not(kinds('Von: Oma\nFür: Ben\nBetreff: Kuchen\n\nSteht im Keller.')[0], 'heading');
});

test('school marks, seats and chess moves are not read as chords', (t) => {
  for (const text of [
    'A B C D\nMaths English\nB C A A\nPhysics Art',
    'Seats\nA1 A2 A3\nFamilie Huber\nB4 B5\nOma und Opa',
    'A B\nteam red wins today\nC8 D10\nteam blue wins today',
  ])
    t.false(kinds(text).includes('code'), text);
});

test('a log with days and times is not a conversation', (t) => {
  for (const text of [
    '[Mon 08:15] starting backup of /home\n[Mon 08:15] 1204 files, 3.2 GB\n[Mon 08:41] done\n[Mon 08:41] next run: Tue 08:15',
    '[Mon 08:15] rsync started\nsending file list\n[Mon 08:16] rsync finished\nsent 1.2 GB\n[Mon 08:17] cleanup finished\nfreed 300 MB',
    '[Mon 08:15] rsync\nsending file list\n[Mon 08:16] rsync\nsent 1.2 GB\n[Mon 08:17] cleanup\nfreed 300 MB',
  ])
    t.false(kinds(text).includes('chat'), text);
});

test('names and values keep the title above and the line below them, and emergency numbers are values', (t) => {
  t.deepEqual(pairs('WiFi ospiti\nRete: CasaBianchi\nPassword: limone-22\n(solo piano terra)'), [
    'Rete|CasaBianchi',
    'Password|limone-22',
  ]);
  t.is(pairs('Numbers\nKate 07700 900123\nGrandma 020 7946 0018\nEmergency 999').at(-1), 'Emergency|999');
});

test('several lists below labels are lists with headings', (t) => {
  const shops = 'dm:\nZahnpasta\nWindeln Gr. 4\n\nEdeka:\n2 l Milch\nButter\n\nBaumarkt:\nDübel 8 mm';
  t.deepEqual(digestText(shops).headings, ['dm', 'Edeka', 'Baumarkt']);
  t.is(kinds(shops).filter((kind) => kind === 'item').length, 5);
});

test('a label of a list below other words is not the title', (t) => {
  const trip = 'We go to grandma this Sunday.\nThings to take:\n- sweets\n- clothes\n- charger';
  t.is(digestText(trip).title, null);
  t.is(digestText('Things to take:\n- sweets\n- clothes\n- charger').title, 'Things to take');
});

test('songs keep their chords above lines of a word or two, and of scripts without spaces', (t) => {
  for (const song of [
    'C G Am\n月亮代表我的心\nF G C\n你问我爱你有多深',
    'C G\nHallelu jah\nAm F\nHallelu jah\nC G\nHallelu jah',
    'Halleluja\nC       G\nHalleluja\nG       F\nHalleluja',
  ])
    t.deepEqual(kinds(song), ['code'], song);
});

test('letters, addresses and verse below labels are not lists', (t) => {
  for (const text of [
    'Dear neighbours:\nThe lift is broken\nPlease use the stairs\n\nImportant:\nThe water is off\nOn Monday',
    'Sender:\nAnna Berg\nLong Street\n\nReceiver:\nOle Lund\nShort Street',
    'From:\nAnna Berg\nHauptstr. 5\n12345 Köln\n\nTo:\nOle\nWeg 7\n54321 Bonn',
    'He said:\nI go home\nand he went\n\nShe said:\nSo do I\nand she slept',
    'Autumn said:\nI am the wind\nI am the rain\n\nWinter said:\nI am the snow\nI am the ice',
  ])
    t.deepEqual(kinds(text), ['paragraph', 'paragraph'], text);
});

test('lines that do not begin with a day are not opening hours, also below such lines', (t) => {
  t.deepEqual(pairs('Line 5\nMon 7–9\nTue 7–9\nHome alone closed'), []);
  t.deepEqual(pairs('Opening hours\nMon 9–18\nTue 9–18\nPages 10–14\nRoom 3–4'), []);
  t.is(pairs('Shop\nMon–Fri 9–18\nSat 9–13\nBank holidays 10–14\nNew Year’s Eve closed').length, 4);
});

test('days with holidays have opening hours; a match on a day is not opening hours', (t) => {
  t.deepEqual(pairs('Shop\nMon–Fri 9–18\nSat & holidays 10–14\nSun closed')[1], 'Sat & holidays|10–14');
  t.deepEqual(pairs('Cup\nSat 3–1\nSun 0–2\nMon 2–2'), []);
});

test('opening hours in the afternoon are read', (t) => {
  t.deepEqual(pairs('Library\nMon 10-8\nTue 10-8\nSat 10-5\nSun 1-5').at(-1), 'Sun|1-5');
  t.is(pairs('Museum\nSat 1-5\nSun 1-5\nBank holidays 2-5').length, 3);
  t.deepEqual(pairs('Café\nWed–Fri 2–5\nSat & Sun 1–4\nMon closed'), [
    'Wed–Fri|2–5',
    'Sat & Sun|1–4',
    'Mon|closed',
  ]);
});

test('struck-out items are done; marks are kept if only a part is struck out', (t) => {
  const done = (text: string) => digestText(text).list?.items.map((item) => `${item.text}|${item.done}`);
  t.deepEqual(done('To do\n- ~~bread~~\n- milk\n- ~~Mon~~ Tue choir'), [
    'bread|true',
    'milk|null',
    '~~Mon~~ Tue choir|null',
  ]);
});

test('lists below labels are recognized in scripts without spaces, and with a full stop or an exclamation mark', (t) => {
  for (const text of [
    '蔬菜:\n番茄\n黄瓜\n\n肉:\n鸡肉\n牛肉',
    '野菜:\nトマト\nきゅうり\n\n肉:\n鶏肉\n牛肉',
    'ผัก:\nมะเขือเทศ\nแตงกวา\n\nเนื้อ:\nไก่\nหมู',
    'Dairy:\nMilk 1 l.\nButter\n\nVeg:\nCarrots\nPeas 200 gr.',
    'Food:\nBread!\nMilk\n\nHouse:\nSoap\nBulbs',
  ])
    t.deepEqual(kinds(text), ['heading', 'item', 'item', 'heading', 'item', 'item'], text);
});

test('verse and plans with spaced signs are not game boards', (t) => {
  for (const text of [
    '床 前 明 月 光\n疑 是 地 上 霜\n举 头 望 明 月\n低 头 思 故 乡',
    '🍕 🥗 🍝 🍣\n🍣 🥗 🍝 🍕\n🍕 🍣 🍝 🍣\n🍕 🥗 🍝 🥗',
  ])
    t.false(kinds(text).includes('code'), text);
  t.deepEqual(kinds('車 . . 車\n. 馬 . .\n. . 馬 .\n車 . . 車'), ['code']);
});

test('a game board keeps its lines', (t) => {
  const board = 'r n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . p . . .\nR N B Q K B N R';
  t.deepEqual(kinds(board), ['code']);
  t.not(kinds('a b c d\nbread\nmilk\neggs')[0], 'code');
});

test('speech below names is not a list, also in scripts without spaces', (t) => {
  for (const text of [
    '小明:\n你好吗\n很好\n\n小红:\n再见\n明天见',
    'Tom:\nHello!\nWho?\n\nAnna:\nMe!\nCome in!',
  ])
    t.false(kinds(text).includes('item'), text);
});

test('counts are not telephone numbers', (t) => {
  t.deepEqual(pairs('Stock\nScrews 911\nNails 999\nBolts 000'), []);
  t.deepEqual(pairs('Menu\nFish 112\nSoup 110\nSteak 199'), []);
});

test('a conversation under names in small letters has its speakers', (t) => {
  const chat = '[08:15] anna\nhello\n[08:16] bob\nhi there\nall\n[08:17] anna\nbye';
  t.deepEqual(
    digestText(chat).blocks.flatMap((block) =>
      block.kind === 'chat' ? block.messages.map(({ speaker, text }) => `${speaker}: ${text}`) : [],
    ),
    ['anna: hello', 'bob: hi there\nall', 'anna: bye'],
  );
});

test('speech in turn below names is a conversation; groups of things and songs are not', (t) => {
  const said = (text: string) =>
    digestText(text).blocks.flatMap((block) => (block.kind === 'chat' ? block.messages : []));
  const spoken = 'Mum:\nDid you feed the cat?\n\nBen:\nYes, twice.\n\nMum:\nTwice?!';
  t.deepEqual(said(spoken), [
    { speaker: 'Mum', time: null, text: 'Did you feed the cat?' },
    { speaker: 'Ben', time: null, text: 'Yes, twice.' },
    { speaker: 'Mum', time: null, text: 'Twice?!' },
  ]);
  t.is(said('小明:\n今晚吃什么?\n小红:\n火锅吧\n小明:\n好的,我去买菜').length, 3);
  const others = [
    'Vegetables:\npeas\ncarrots\n\nMeat:\nham\n\nVegetables:\nleeks',
    'Chorus:\nOh the summer!\nOh the rain!\n\nVerse:\nDown the road\nwe go again.\n\nChorus:\nOh the summer!\nOh the rain!',
    'Anna\nHome:\n0171 2345678\nWork:\n030 1234567\n\nBen\nHome:\n0172 2345678\nWork:\n030 7654321',
    'Monday:\nSoup!\nTuesday:\nPasta!\nMonday:\nRice!',
    'Name:\nAnna Berg\n\nAddress:\nHauptstr. 5.\n\nName:\nBen Berg\n\nAddress:\nNebenstr. 6.',
    'Early:\nAnna.\nLate:\nBen.\nEarly:\nCarl.\nLate:\nDora.',
    'Books:\nMann, Thomas: Der Zauberberg. Berlin 1924.\n\nFilms:\nMetropolis. 1927.\n\nBooks:\nKafka: Das Schloss. 1926.',
    'Week 1\nAnna:\nBath and kitchen.\nBen:\nTrash.\nWeek 2\nAnna:\nStairs.\nBen:\nWindows.',
    '朝食：\nパンです\n昼食：\nカレーです\n朝食：\nご飯です',
  ];
  for (const text of others) t.false(kinds(text).includes('chat'), text);
});

test('a dialogue after dashes is not a quotation with an author', (t) => {
  const { quotation, blocks } = digestText(
    '— Où tu vas ?\n— À la boulangerie.\n— Prends du pain.\n— Non merci',
  );
  t.is(quotation, null);
  t.true(JSON.stringify(blocks).includes('Non merci'));
  t.is(
    digestText('Be yourself; everyone else is already taken.\n— Oscar Wilde').quotation?.attribution,
    'Oscar Wilde',
  );
});

test('a board with a caption keeps its columns, and so does a history of commits', (t) => {
  const rows = 'r n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . P . . .\nR N B Q K B N R';
  const graph =
    "* 3f2a9c1 Fix the lamp\n*   77c1f02 Merge branch 'a'\n|\\\n| * 9aa3d11 Lower it\n|/\n* 5d5e6f7 Begin";
  for (const text of [`${rows}\nWhite to move. Your turn, Dad!`, `Game of Sunday\n\n${rows}`, graph])
    t.deepEqual(digestText(text).blocks, [{ kind: 'code', text }]);
  t.not(kinds(`${rows}\n\nThe rules\nWhite begins.\nNobody talks.\nThe loser cooks.`)[0], 'code');
  t.not(kinds('* defaced wall\n* painted door\n* swept yard')[0], 'code');
  // Telephone numbers are not commits.
  t.deepEqual(kinds('* 0301234 Anna\n* 0309999 Ben\n* 5551234 Carl Maier'), ['item', 'item', 'item']);
});

test('a table of few rows and many figures is transposed, and a wide one has its widest columns below its rows', (t) => {
  const [sensors] = digestText(
    'timestamp;living_room_temp_c;living_room_humidity;bedroom_temp_c;bedroom_humidity;outdoor_temp_c;outdoor_humidity;co2_ppm;power_w\n' +
      '2026-11-23T06:00:00;20,4;45;18,1;51;2,3;88;612;310\n2026-11-23T07:00:00;20,9;46;18,0;52;2,1;89;801;1250\n',
  ).blocks;
  t.like(sensors, { kind: 'table', header: ['timestamp', '2026-11-23T06:00:00', '2026-11-23T07:00:00'] });
  t.deepEqual(sensors?.kind === 'table' && sensors.rows.at(0), ['living room temp c', '20,4', '20,9']);
  t.is(sensors?.kind === 'table' && sensors.rows.length, 8);
  const league = [
    'Platz,Verein,Spiele,Siege,Unentschieden,Niederlagen,Tore,Gegentore,Tordifferenz,Punkte',
    ...Array.from(
      { length: 9 },
      (_, at) =>
        `${at + 1},Verein für Rasenspiele ${at},${20 - at},9,${at},2,${36 - at},8,${28 - at},${29 - at}`,
    ),
  ].join('\n');
  const [table] = digestText(league).blocks;
  t.true(
    table?.kind === 'table' && table.header?.includes('Punkte') && !table.header.includes('Tordifferenz'),
  );
  t.true(table?.kind === 'table' && table.notes?.[0]?.includes('Tordifferenz 28'));
});
