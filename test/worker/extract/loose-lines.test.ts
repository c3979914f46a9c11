import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';

/** The blocks of a text written or pasted on a telephone: without empty lines, with various marks. */
const blocks = (text: string) => digestText(text).blocks;
const kinds = (text: string) => blocks(text).map(({ kind }) => kind);
const tables = (text: string) => blocks(text).flatMap((block) => (block.kind === 'table' ? [block] : []));
const items = (text: string) => blocks(text).flatMap((block) => (block.kind === 'item' ? [block.text] : []));
const headings = (text: string) => digestText(text).headings;
const messages = (text: string) =>
  blocks(text).flatMap((block) => (block.kind === 'chat' ? block.messages : []));
const paragraphs = (text: string) =>
  blocks(text).flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));

test('rows between other lines are a table, with any separator', (t) => {
  const rota =
    'Cleaning rota\n\tMon\tTue\tWed\nKitchen\tJules\tSam\tPriya\nBath\tPriya\t\tSam\nBins\t\tSam\t\nThanks!';
  t.deepEqual(tables(rota)[0]?.rows, [
    ['Kitchen', 'Jules', 'Sam', 'Priya'],
    ['Bath', 'Priya', '', 'Sam'],
    ['Bins', '', 'Sam', ''],
  ]);
  const results = 'Results on Sunday\nPlace,Name,Time\n1,Joanna Wren,38:12\n2,Tim Dell,38:40\nThanks to all!';
  t.is(tables(results)[0]?.rows.length, 2);
  t.is(tables('Preise\nTisch;2;180 €\nStuhl;8;45 €\nLampe;1;30 €\nNur bar')[0]?.rows.length, 3);
  const lessons =
    'Stundenplan 4b\nZeit | Mo | Di\n8:00 | Deutsch | Mathe\n8:50 | Sport | Kunst\nSchwimmen am Freitag!';
  t.deepEqual(tables(lessons)[0]?.header, ['Zeit', 'Mo', 'Di']);
  t.true(digestText(lessons).text.includes('Schwimmen am Freitag!'));
});

test('sentences with commas and indented lines are not rows of a table', (t) => {
  t.deepEqual(tables('Ann, Ben, Cleo\nare coming, eating, leaving\nat six, seven, eight\nall of them'), []);
  t.deepEqual(tables('\tone line\n\tanother line\n\ta third line\nthe end'), []);
  t.deepEqual(tables('For breakfast\nbread | butter\nor | jam\nas you like | it'), []);
});

test('a decimal comma does not separate columns', (t) => {
  t.deepEqual(digestText('Strom   € 84,20\nGas   € 112,00\nMiete   € 1.240,00').pairs.at(-1), {
    key: 'Miete',
    value: '€ 1.240,00',
  });
  t.is(kinds('apples,3\npears,12\nplums,7')[0], 'table');
});

test('entries of a list without a bullet, or without a space after it, are entries', (t) => {
  const list =
    'Shopping\n- milk\n* eggs\n-bread\n— dishwasher tabs\ntoilet paper!!\n- cheese\n-cat food\ncoffee beans\n- rice\n\nSent from my phone';
  t.deepEqual(items(list), [
    'milk',
    'eggs',
    'bread',
    'dishwasher tabs',
    'toilet paper!!',
    'cheese',
    'cat food',
    'coffee beans',
    'rice',
  ]);
  t.is(paragraphs(list).at(-1), 'Sent from my phone');
  // Groups with names, and lines that continue below a bullet.
  t.deepEqual(headings('Fruit\n- apples\n- pears\nVeg\n- leeks\n- carrots'), ['Veg']);
  const long =
    '- the long explanation of the first thing which was broken\nand goes on here\n- second\n- third';
  t.false(items(long).includes('and goes on here'));
  t.is(items('- 5 °C at night\n-3 on Friday\n- 2 on Saturday\n- 1 on Sunday').length, 3);
});

test('line breaks of the author are kept; those of a program are removed', (t) => {
  const away =
    'Bruno while we are away\nfood 2 cups morning, 1 cup evening\nhe is scared of the bin lorry (thursday) just close the curtains\nwifi password is on the router\nTHANK YOU';
  t.is(paragraphs(away).join('\n'), away);
  const broken =
    'The committee met on Thursday evening and talked for a long time about\nthe roof of the hall, which has been leaking since the storm in October\nand needs to be mended before the winter.';
  t.is(paragraphs(broken)[0], broken.replaceAll('\n', ' '));
  const address = `https://example.org/${'minutes-of-the-committee-'.repeat(4)}`;
  t.is(paragraphs(`${broken}\n${address}`)[0], `${broken.replaceAll('\n', ' ')}\n${address}`);
});

test('days, and names in capitals, between other lines without empty lines are headings', (t) => {
  const menu =
    'Mittagstisch\nMontag\nLinsensuppe    6,90\nLasagne (v)   8,50\nDienstag\nGulasch    9,80\nSpätzle    8,20';
  t.deepEqual(headings(menu).slice(-2), ['Montag', 'Dienstag']);
  t.is(digestText(menu).pairs.length, 4);
  const signs =
    'Your week\nARIES (Mar 21 – Apr 19)\nA letter you did not expect.\nTAURUS (Apr 20 – May 20)\nEat something green.\nGEMINI\nTwo invitations.';
  t.deepEqual(headings(signs).slice(-3), ['ARIES (Mar 21 – Apr 19)', 'TAURUS (Apr 20 – May 20)', 'GEMINI']);
  // Emphasis in capitals, and days that are entries.
  t.deepEqual(headings('dont forget the keys\nTHANK YOU SO MUCH\nlove from mum'), []);
  t.deepEqual(headings('I can come on\nMonday\nTuesday\nor any day after'), []);
});

test('a recipe copied from a web page without empty lines has its ingredients and its steps', (t) => {
  const page =
    'Apple Crumble\n★★★★★ 4.8 from 212 votes\nINGREDIENTS\n▢ 6 apples, sliced\n▢ 2 tbsp sugar\n▢ 110 g cold butter\nINSTRUCTIONS\n1 Heat the oven to 190C.\n2 Toss the apples with sugar.\n3 Bake till golden.\nNOTES\nFreezes well.';
  const [recipe] = blocks(page).flatMap((block) => (block.kind === 'recipe' ? [block.recipe] : []));
  t.is(recipe?.title, 'Apple Crumble');
  t.deepEqual(recipe?.ingredients[0]?.lines, ['6 apples, sliced', '2 tbsp sugar', '110 g cold butter']);
  t.deepEqual(recipe?.steps[0]?.lines, [
    'Heat the oven to 190C.',
    'Toss the apples with sugar.',
    'Bake till golden.',
  ]);
  t.deepEqual(recipe?.steps[1], { title: 'NOTES', lines: ['Freezes well.'] });
});

test('an amount of money is not a shell prompt, and a quoted line is not code', (t) => {
  t.false(kinds('To pay\n$ 45 for the plumber\n$ 120 electricity\n$ 18.50 library').includes('code'));
  t.deepEqual(kinds('$ npm install\n$ npm test -- --watch'), ['code']);
  t.false(kinds('> Hi Marie,\n> come on Saturday or Sunday\n> Anna').includes('code'));
});

test('chats are read with emoji in names, without spaces after names, and with times in messages', (t) => {
  const exported =
    '[21/11/2026, 18:04:12] Mum: Who fetches Leo?\n[21/11/2026, 18:06:40] Dad 🚴: I can\n[21/11/2026, 18:07:01] Mum: thanks';
  t.deepEqual(
    messages(exported).map(({ speaker }) => speaker),
    ['Mum', 'Dad 🚴', 'Mum'],
  );
  const japanese = '母:夕飯いる？\n健太:いる！\n母:カレーでいい？\n健太:うん\n父:俺も着く\n母:了解';
  t.is(messages(japanese).length, 6);
  const telegram =
    'Nadia, [22.11.2026 19:42]\nWho comes?\n\nIgor, [22.11.2026 19:43]\nme after 17:30\n\nNadia, [22.11.2026 19:44]\nfine';
  t.deepEqual(
    messages(telegram).map(({ text }) => text),
    ['Who comes?', 'me after 17:30', 'fine'],
  );
  const irc =
    '[20:11] <alba> anyone here?\n[20:12] <zef> yes\n[20:12] * rue waves\n[20:13] <alba> good\n[20:15] -!- rue has quit';
  t.is(messages(irc).length, 5);
  // A form is not a chat.
  t.deepEqual(messages('名前:田中\n住所:東京\n電話:03-1234\n年齢:40'), []);
});

test('rows that lost their tabs are a table with the names of their columns', (t) => {
  const league =
    'District league\nPl. Team P W D L Goals Pts\n1. Esch Rovers 13 10 2 1 41:12 32\n2. Hohenfels 04 13 9 1 3 33:19 28\n3. Rheinstein 12 0 3 9 9:52 3';
  t.deepEqual(tables(league)[0]?.header, ['Pl.', 'Team', 'P', 'W', 'D', 'L', 'Goals', 'Pts']);
  t.deepEqual(tables(league)[0]?.rows[1], ['2.', 'Hohenfels 04', '13', '9', '1', '3', '33:19', '28']);
  const bus =
    'Bus 42 to the station\nStop\nForest Edge 6.12 6.42 7.02\nMarket 6.21 6.51 7.11\nStation 6.34 7.04 7.24';
  t.deepEqual(tables(bus)[0]?.header, ['Stop', '', '', '']);
  t.deepEqual(tables(bus)[0]?.rows[2], ['Station', '6.34', '7.04', '7.24']);
});

test('telephone numbers, account numbers and sentences with figures are not rows of a table', (t) => {
  t.deepEqual(tables('Anna 0170 99 88 77\nBen 0151 23 45 67\nCleo 0160 11 22 33'), []);
  t.deepEqual(
    tables('Giro DE12 5001 0517 5407 32\nSparen DE44 5001 0517 5407 33\nMiete DE98 5001 0517 5407 34'),
    [],
  );
  t.deepEqual(tables('We won 3 2 1 games\nthen we lost\nand had 4 5 6 cakes'), []);
});

test('labels between other lines begin lists, also of things with several words and in capitals', (t) => {
  const list =
    'Sat shop\nGrocer:\nmilk x2\noat milk (barista one!)\n6 eggs\nPharmacy:\nplasters\ncontact lens solution\nDIY:\n2x AAA batteries\npicture hooks';
  t.deepEqual(headings(list), ['Grocer', 'Pharmacy', 'DIY']);
  t.deepEqual(items(list).slice(-2), ['2x AAA batteries', 'picture hooks']);
  t.is(digestText(list).title, 'Sat shop');
});

test('lines in asterisks among others are headings, as in messengers', (t) => {
  const standUp = '*Standup Fri*\n*Mei*\nY: export\nT: audit log\n*Lukas*\nY: on call\nT: postmortem';
  t.deepEqual(headings(standUp), ['Standup Fri', 'Mei', 'Lukas']);
  t.is(digestText(standUp).title, 'Standup Fri');
  t.deepEqual(headings('*Only one*\nstarred line\nin a note'), []);
});

test('a weekly plan has its days separated in any language; "Sun cream" is not a day', (t) => {
  const whens = (text: string) => digestText(text).list?.items.map(({ when }) => when);
  const plan = '10k plan week 6\nMon rest\nTue 3 km easy, 90 s jog\nThu 7 km\nSun long run, slow!!';
  t.deepEqual(whens(plan), ['Mon', 'Tue', 'Thu', 'Sun']);
  t.is(digestText(plan).title, '10k plan week 6');
  t.deepEqual(whens('Розклад\n\nПн 16:00 шахи\nВт 17:30 басейн\nСр вільний'), ['Пн 16:00', 'Вт 17:30', 'Ср']);
  t.deepEqual(whens('Beach bag:\nSun cream\nSun hat\nSat nav\nMon repos key'), [null, null, null, null]);
});

test('dates in words are separated in any language, below their title', (t) => {
  const days = digestText('Cumpleaños\n3 dic - Abuela Carmen (80!)\n24 dic: tía Marisol\n19 de enero · Javi');
  t.is(days.title, 'Cumpleaños');
  t.deepEqual(
    days.list?.items.map(({ when, text }) => [when, text]),
    [
      ['3 dic', 'Abuela Carmen (80!)'],
      ['24 dic', 'tía Marisol'],
      ['19 de enero', 'Javi'],
    ],
  );
});

test('the tasks of a todo.txt file have boxes, and sentences in parentheses do not', (t) => {
  const tasks = digestText(
    '(A) Call the boiler service @phone\nx 2026-11-19 Pay car tax\nReturn books\n(C) Sort photos',
  );
  t.deepEqual(
    tasks.list?.items.map(({ done }) => done),
    [false, true, false, false],
  );
  t.true(tasks.text.includes('(A) Call the boiler service @phone'));
  t.deepEqual(items('(A note)\n(B side)\nThe rest is silence.'), []);
});

test('a dosage scheme is one value of its row', (t) => {
  const doses =
    'Ramipril 5 mg   1 - 0 - 1 - 0\nMetformin 1000  1 - 0 - 1 - 0   with food\nASS 100         0 - 1 - 0 - 0';
  t.deepEqual(tables(doses)[0]?.rows[1], ['Metformin 1000', '1 - 0 - 1 - 0', 'with food']);
});

test('a chat of Slack has further messages below their times, pronouns in names, and reactions with their number', (t) => {
  const chat =
    'Priya Nair  9:14 AM\nDeploy is blocked\nTom  9:16 AM\ncan we do it later?\n9:17\nit is just an index\nPriya Nair  9:21 AM\nyes\n:+1:\n2\nAna (she/her)  9:30 AM\nthe call is at 11';
  t.deepEqual(
    messages(chat).map(({ time, speaker, text }) => [time, speaker, text]),
    [
      ['9:14 AM', 'Priya Nair', 'Deploy is blocked'],
      ['9:16 AM', 'Tom', 'can we do it later?'],
      ['9:17', 'Tom', 'it is just an index'],
      ['9:21 AM', 'Priya Nair', 'yes\n:+1: 2'],
      ['9:30 AM', 'Ana (she/her)', 'the call is at 11'],
    ],
  );
});

test('a forwarded mail has the subject of the forwarding mail as title, once', (t) => {
  const mail =
    'Fwd: Winter concert\n\n---------- Forwarded message ---------\nFrom: School <info@school.example>\nDate: Tue, 17 Nov 2026 at 08:12\nSubject: Winter concert\nTo: <anna@berg.example>\n\nDear parents,\nit is on Sunday.';
  const { title, text } = digestText(mail);
  t.is(title, 'Fwd: Winter concert');
  t.is(text.split('Winter concert').length, 2);
});

test('a graph of commits below its command keeps its lines', (t) => {
  const log =
    '$ git log --oneline --graph -5\n* 9f3c2ab (HEAD -> main) Fix rounding\n*   71d0e4c Merge branch export\n|\\\n| * 4b8aa10 Stream rows\n|/\n* a77e5d1 Use UTC';
  t.deepEqual(kinds(log), ['code']);
});

test('contacts are names above their values, without those for programs', (t) => {
  const cards =
    'BEGIN:VCARD\nVERSION:3.0\nN:Feldkamp;Miriam;;Dr.;\nORG:Practice\\, Park;Children\nTEL;TYPE=WORK:+49 431 555\nitem1.ADR;TYPE=WORK:;;Parkstr. 11;Kiel;;24103;Germany\nNOTE:Mon-Fri\\n8-9\nURL:https://practice.example\nREV:20260101T000000Z\nEND:VCARD\n' +
    'BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen=20=\nHolm\nTEL;CELL:0170 11\nEND:VCARD';
  t.deepEqual(headings(cards), ['Dr. Miriam Feldkamp', 'Jürgen Holm']);
  t.deepEqual(paragraphs(cards), [
    'Practice, Park, Children\n+49 431 555\nParkstr. 11, 24103 Kiel, Germany\npractice.example\nMon-Fri\n8-9',
    '0170 11',
  ]);
  t.deepEqual(headings('BEGIN:VCARD\nEND:VCARD'), []);
});

test("words in quotation marks above a person's name are a quotation", (t) => {
  const said =
    '"Nous n\'héritons pas de la terre de nos ancêtres, nous l\'empruntons à nos enfants."\nAntoine de Saint-Exupéry';
  t.is(digestText(said).quotation?.attribution, 'Antoine de Saint-Exupéry');
  t.is(digestText('"No parking here, please, at any time of the day"\nthe neighbours').quotation, null);
});

test('a recipe in one paragraph has ingredients and steps, or its sentences as steps below its name', (t) => {
  const soup = digestText(
    'Omas Suppe: 1 kg Kartoffeln, 2 Karotten, 1,5 l Brühe, Salz. Gemüse würfeln und in der Brühe kochen. Alles pürieren, mit Salz abschmecken.',
  );
  const [block] = soup.blocks;
  t.like(block, {
    kind: 'recipe',
    recipe: {
      title: 'Omas Suppe',
      ingredients: [{ title: null, lines: ['1 kg Kartoffeln', '2 Karotten', '1,5 l Brühe', 'Salz'] }],
      steps: [
        {
          title: null,
          lines: ['Gemüse würfeln und in der Brühe kochen.', 'Alles pürieren, mit Salz abschmecken.'],
        },
      ],
    },
  });
  const bread = digestText(
    "Mum's banana bread - mash 3 bananas with 75g butter, add 150g sugar and 1 egg. Stir in 190g flour. Bake 50 mins until done.",
  );
  t.is(bread.title, "Mum's banana bread");
  t.deepEqual(
    bread.list?.items.map(({ text }) => text),
    [
      'mash 3 bananas with 75g butter, add 150g sugar and 1 egg.',
      'Stir in 190g flour.',
      'Bake 50 mins until done.',
    ],
  );
  t.is(digestText('Dinner: we cooked 200 g pasta. It was good. Bake again?').list, null);
});

test('a line above facts is their title; the first line of an address or of verse is none', (t) => {
  t.is(
    digestText('House rules for guests\nCheck-in from 3pm\nNo shoes please\nQuiet after 10pm\nHot tub for 4')
      .title,
    'House rules for guests',
  );
  t.is(digestText('Anna Meier\nHauptstr. 5\n12345 Köln').title, null);
  t.is(digestText('So much depends\nupon\na red wheel\nbarrow\nglazed with rain\nwater').title, null);
});

test('a pasted ticket has names and values among its other lines, in their order', (t) => {
  const { blocks } = digestText(
    'BOARDING PASS\nPassenger: OKAFOR\nFlight BA502  Date 14 DEC 2026\nSeat 14C  Group 3\nHand baggage only\nBooking reference: X7KQ2M\nNot refundable',
  );
  t.deepEqual(
    blocks.map((block) =>
      block.kind === 'pair' ? `${block.key}|${block.value}` : 'text' in block && block.text,
    ),
    [
      'BOARDING PASS',
      'Passenger|OKAFOR',
      'Flight|BA502',
      'Date|14 DEC 2026',
      'Seat|14C',
      'Group|3',
      'Hand baggage only',
      'Booking reference|X7KQ2M',
      'Not refundable',
    ],
  );
});

test('the parts of a song in brackets are headings', (t) => {
  const song =
    '[Verse 1]\nStreetlight on the corner\nYour coat on the chair\n\n[Chorus]\nCarry me over\n\n[Verse 2]\nThe radio is playing\n\n[Chorus]';
  t.deepEqual(digestText(song).headings, ['Verse 1', 'Chorus', 'Verse 2', 'Chorus']);
  t.deepEqual(digestText('[note]\nBring cake').headings, []);
});
