import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';

const kinds = (text: string) => digestText(text).blocks.map(({ kind }) => kind);
const pairs = (text: string) => digestText(text).pairs.map(({ key, value }) => `${key}|${value}`);
const headings = (text: string) => digestText(text).headings;

function recipeOf(text: string) {
  const [block] = digestText(text).blocks;
  return block?.kind === 'recipe' ? block.recipe : null;
}

test('bullets with amounts and numbered steps are a recipe, also without headings', (t) => {
  const recipe = recipeOf(
    'Banana bread\n\n- 3 bananas\n- 75 g butter\n- 150 g sugar\n- pinch of salt\n\n' +
      '1. Heat the oven to 175 °C and grease a loaf tin.\n2. Mash the bananas and stir in the butter.',
  );
  t.is(recipe?.title, 'Banana bread');
  t.deepEqual(recipe?.ingredients[0]?.lines, ['3 bananas', '75 g butter', '150 g sugar', 'pinch of salt']);
  t.deepEqual(recipe?.steps[0]?.lines, [
    'Heat the oven to 175 °C and grease a loaf tin.',
    'Mash the bananas and stir in the butter.',
  ]);
});

test('lines with amounts and sentences are a recipe, also if the amounts follow the ingredients', (t) => {
  const salad = recipeOf(
    'Kartoffelsalat\nfür 4 Personen\n\n1 kg Kartoffeln\n1 Zwiebel\n3 EL Essig\nSalz\n\n' +
      'Kartoffeln kochen und in Scheiben schneiden.\nZwiebel würfeln, mit dem Essig darübergeben.',
  );
  t.is(salad?.title, 'Kartoffelsalat');
  t.deepEqual(salad?.facts, [{ key: '', value: 'für 4 Personen' }]);
  t.is(salad?.ingredients[0]?.lines.length, 4);
  t.is(salad?.steps[0]?.lines.length, 2);
  const bowl = recipeOf(
    '親子丼\n\n鶏もも肉 200g\n卵 3個\nしょうゆ 大さじ2\n\n' +
      '1. 玉ねぎは薄切り、鶏肉は一口大に切り、だし汁を煮立てて加える。\n2. 溶き卵を回し入れ、半熟になったら火を止める。',
  );
  t.deepEqual(bowl?.ingredients[0]?.lines, ['鶏もも肉 200g', '卵 3個', 'しょうゆ 大さじ2']);
});

test('a shopping list with remarks is not a recipe', (t) => {
  t.is(recipeOf('Einkauf\n\n500 g Mehl\n3 Eier\n1 Brot\n\nBitte heute holen. Danke!'), null);
  t.is(recipeOf('- 2 l milk\n- 500 g flour\n- 6 eggs'), null);
  t.is(
    recipeOf('- [ ] 500 g flour\n- [ ] 6 eggs\n- [ ] 1 l milk\n\n1. Go to the shop.\n2. Bring the flour.'),
    null,
  );
});

test('lines with amounts and sentences are a recipe only with words of cooking', (t) => {
  const others = [
    'Rechnung\n\n3 h Arbeit 150,00 €\n2 m Kabel 12,00 €\n1 l Öl 9,50 €\n\nBitte zahlen Sie innerhalb von 14 Tagen auf unser Konto. Vielen Dank für Ihren Auftrag und bis bald.',
    'Packing\n\n2 T-shirts\n5 pairs of socks\n1 kg of dog food\n1 tent\n\nPut the tent into the big bag. Leave the socks in the red one at the door.',
    'Medicine\n\n2 ml drops\n5 ml syrup\n1 tablet at night\n\nShake the bottle before use. Give it to him with food and plenty of water.',
    'Training\n\n3 rounds of squats\n20 push-ups\n500 m row\n10 l water\n\nRest for a minute between rounds. Stretch your legs at the end of it all.',
    'Shelf\n\n2 screws\n1 board\n500 ml paint\n100 g filler\n\n1. Drill two holes into the wall.\n2. Fix the board with the screws and paint it twice.',
    'Einkauf\n\n500 g Mehl\n3 Eier\n1 l Milch\n\nBitte das Mehl von der Mühle nehmen. Die Milch kann auch Hafermilch sein, wenn es keine gibt. Danke dir!',
    'Bestellung 4711\n\n2 kg Kaffee\n1 l Entkalker\n3 Filter\n\nIhre Bestellung wird morgen geliefert. Sie erhalten dann eine Nachricht von unserem Boten.',
    'Bus 12\n\n8 g Bahnhof\n9 l Hafen\n10 Markt\n\nDer Bus fährt nicht an Feiertagen. Bitte beachten Sie die Hinweise an der Haltestelle.',
    'Results\n\n3 Anna\n2 Ben\n1 g Cem\n\nAnna wins the cup this year. We will meet again in the spring for the next one.',
    'Fête de quartier\n\n5 cl de vin\n2 concerts\n1 tombola\n\nVenez nombreux samedi à 18h00. Apportez vos chaises et votre bonne humeur à tous.',
    'Lost\n\n1 cat\n5 kg\n3 white paws\n\nShe was last seen near the old mill. There is a reward for whoever finds her.',
    'Лекарства\n\nСироп 5 мл\nКапли 3 мл\nТаблетки 2 шт\n\n1. Принимать сироп утром после еды.\n2. Капли закапывать вечером перед сном.',
  ];
  for (const text of others) t.is(recipeOf(text), null, text);
});

test('text above the ingredients of a recipe is kept', (t) => {
  const steps =
    '250 g flour\n3 eggs\n500 ml milk\n\nMix the flour with the eggs and the milk. Fry thin pancakes in a hot pan with butter.';
  t.deepEqual(recipeOf(`Pancakes\nServes: 4\nTime: 30 min\n\n${steps}`)?.facts, [
    { key: 'Serves', value: '4' },
    { key: 'Time', value: '30 min' },
  ]);
  t.true(digestText(`- [ ] buy a pan\n\n${steps}`).text.includes('buy a pan'));
});

test('a telephone number or an amount of money at the end of each line is separated from its name', (t) => {
  t.deepEqual(pairs('Numbers\nDr. Weber 0664 123 45 67\nPlumber (24h) 0800 22 33 44\nOma +43 1 987 65 43'), [
    'Dr. Weber|0664 123 45 67',
    'Plumber (24h)|0800 22 33 44',
    'Oma|+43 1 987 65 43',
  ]);
  t.deepEqual(pairs('Contas\nRenda 850,00 €\nÁgua 22,15 €\nTotal 872,15 €'), [
    'Renda|850,00 €',
    'Água|22,15 €',
    'Total|872,15 €',
  ]);
  t.deepEqual(pairs('Hauptstr. 12\n10827 Berlin\nTel. 030 123456'), []);
  t.deepEqual(kinds('He was born in 1970.\nShe came in 1982.\nThey met in 1999.'), ['paragraph']);
});

test('leader dots before a figure are not words', (t) => {
  const menu =
    'DA NINO\n\nANTIPASTI\nCaprese ....... 9,50\nBruschetta ......... 6,50\n\nDOLCI\nTiramisù …… 6,00\nPanna cotta ..... 5,50';
  t.deepEqual(pairs(menu), ['Caprese|9,50', 'Bruschetta|6,50', 'Tiramisù|6,00', 'Panna cotta|5,50']);
  t.deepEqual(headings(menu), ['ANTIPASTI', 'DOLCI']);
});

test('an emoticon is not a value, nor is a line below names and values', (t) => {
  const text = "WiFi: Guest\nPassword: Sun\nPlease don't stream in 4K :)";
  t.deepEqual(pairs(text), ['WiFi|Guest', 'Password|Sun']);
  t.deepEqual(kinds(text), ['pair', 'pair', 'paragraph']);
});

test('days and numbered parts are headings of the lines below them', (t) => {
  t.deepEqual(
    headings(
      'Kino – 26.11. bis 2.12.\n\nDo 26.11.\n17:30 Der Pianist\n20:15 Nachtzug\n\nFr 27.11.\n15:00 Paddington',
    ),
    ['Do 26.11.', 'Fr 27.11.'],
  );
  t.is(
    digestText('Kino – 26.11. bis 2.12.\n\nDo 26.11.\n17:30 A\n\nFr 27.11.\n15:00 B').title,
    'Kino – 26.11. bis 2.12.',
  );
  const workout = 'Workout A\nSquat 5x5\nPlank 3 x 60 s\n\nWorkout B\nDeadlift 1x5\nPull-ups 3x8';
  t.deepEqual(headings(workout), ['Workout A', 'Workout B']);
  t.is(digestText(workout).title, null);
  t.deepEqual(headings('Montag\nSuppe\nLasagne\n\nDienstag\nCurry\nKnödel'), ['Montag', 'Dienstag']);
  const verse =
    'Strophe 1\nDer Mond ist aufgegangen\nDie goldnen Sternlein prangen\n\nStrophe 2\nWie ist die Welt so stille';
  t.deepEqual(kinds(verse), ['heading', 'paragraph', 'heading', 'paragraph']);
});

test('addresses and a single numbered part get no headings', (t) => {
  t.deepEqual(headings('Anna Meier\nHauptstr. 5\n12345 Köln\n\nBen Roth\nWeg 7\n54321 Bonn'), []);
  t.deepEqual(headings('Workout A\nSquat 5x5\nPlank 3 x 60 s\n\nSee you on Monday'), []);
});

test('numbered lines with text below each are headings; a numbered list is not', (t) => {
  const minutes = 'Meeting\n\n1. Budget\nWe are 4 % below plan.\n\n2. Office move\nThe rooms are ready.';
  t.deepEqual(headings(minutes), ['1. Budget', '2. Office move']);
  t.deepEqual(headings('Rules\n1. Shoes off\n2. Lights out'), []);
});

test('chords are kept above their words', (t) => {
  const song =
    'Scarborough Fair\n\nAm             G          Am\nAre you going to Scarborough Fair\nC      Am   C  D     Am\nParsley, sage, rosemary and thyme';
  t.deepEqual(digestText(song).blocks, [{ kind: 'code', text: song }]);
  t.notDeepEqual(kinds('A B C\nlearning letters\nit is fun'), ['code']);
});

test('conversations copied from Teams and Discord have their speakers and their days', (t) => {
  const teams =
    '[Yesterday 4:02 PM] Jens Müller\nCan we move it?\n[Yesterday 4:05 PM] Priya Nair\nThursday works.\n[8:15 AM] Jens Müller\nGreat.';
  const messages = (text: string) =>
    digestText(text).blocks.flatMap((block) =>
      block.kind === 'chat' ? block.messages.map(({ time, speaker }) => `${time} ${speaker}`) : [],
    );
  t.deepEqual(messages(teams), [
    'Yesterday 4:02 PM Jens Müller',
    'Yesterday 4:05 PM Priya Nair',
    '8:15 AM Jens Müller',
  ]);
  t.deepEqual(
    messages(
      'owl — Today at 21:14\nanyone up?\nPixel — Today at 21:15\nin\nneed 5 minutes\nowl — Today at 21:16\nok',
    ),
    ['21:14 owl', '21:15 Pixel', '21:16 owl'],
  );
});

test('a full-width colon needs no space after it', (t) => {
  const { blocks } = digestText(
    '2026/11/22 19:30 妈妈：周末回来吃饭吗？\n2026/11/22 19:32 小明：回来\n2026/11/22 19:33 妈妈：好，给你包饺子',
  );
  t.deepEqual(
    blocks.flatMap((block) => (block.kind === 'chat' ? block.messages.map(({ speaker }) => speaker) : [])),
    ['妈妈', '小明', '妈妈'],
  );
});

test('a recipe in Russian may have amounts after its ingredients', (t) => {
  const recipe = recipeOf(
    'Сырники\n\nТворог 500 г\nЯйцо 1 шт\nМука 3 ст.л.\nСоль щепотка\n\n1. Смешать творог, яйцо и соль.\n2. Жарить на среднем огне по 3 минуты с каждой стороны.',
  );
  t.is(recipe?.ingredients[0]?.lines.length, 4);
});

test('a line above two names with values is their title, and a short number is an emergency number', (t) => {
  t.deepEqual(pairs('Gäste-WLAN\nName: Seeblick\nPasswort: Moewe-2026'), [
    'Name|Seeblick',
    'Passwort|Moewe-2026',
  ]);
  t.deepEqual(pairs('Acil\nAmbulans 112\nDr. Aydın 0532 111 22 33\nÇilingir 0850 222 11 00').slice(0, 1), [
    'Ambulans|112',
  ]);
});

test('a copied mail has its subject as title', (t) => {
  const mail =
    'From: Sabine <s@example.de>\nTo: House 7\nDate: Mon, 23 Nov 2026 08:14\nSubject: Heating off\n\nDear all,\nit will be cold.';
  t.is(digestText(mail).title, 'Heating off');
  t.true(digestText(mail).text.includes('it will be cold.'));
  t.is(digestText('From: the office\nSubject: keys\n\nFind them below the mat.').title, null);
});

test('a notice and a poem with a signature are not quotations', (t) => {
  t.is(digestText('सूचना\n\nप्रिय निवासियों,\nकल पानी बंद रहेगा।\n\n— सचिव').shape, 'note');
  t.is(digestText('“Less, but better.”\n\n— Dieter Rams').shape, 'quotation');
});

test('a line above times is their heading, even if another line is below them', (t) => {
  const { list, title } = digestText(
    'مواعيد العيادة\nالأحد ٩:٠٠ طبيب\nالاثنين ١١:٣٠ تطعيم\nالأربعاء ١٦:٠٠ فحص\nلا تنس البطاقة',
  );
  t.is(title, 'مواعيد العيادة');
  t.is(list?.items.length, 4);
});

test('a note with fields is not a mail, and a copied mail keeps all of its fields', (t) => {
  const note =
    'From: the council\nSubject: Summer party\nTo: everyone\nPlace: Town park\nBring: cake\n\nWe are glad to see you all.';
  t.deepEqual(pairs(note), [
    'From|the council',
    'Subject|Summer party',
    'To|everyone',
    'Place|Town park',
    'Bring|cake',
  ]);
  const mail =
    'From: Ann\nSent: Monday\nTo: Ben\nTo: Cem\nBcc: Dora\nSubject: Keys\n\nThey are below the mat.';
  t.is(digestText(mail).title, 'Keys');
  t.deepEqual(pairs(mail), ['From|Ann', 'Sent|Monday', 'To|Ben, Cem', 'Bcc|Dora']);
});

test('lines in capitals are a poster, and one above other words is a heading', (t) => {
  const poster = 'Jazz on the quay\n\nOPEN AIR\nFREE ENTRY\nFOOD AND DRINKS\nBRING A FRIEND';
  t.deepEqual(kinds(poster), ['paragraph', 'paragraph']);
  t.deepEqual(headings('Tonight\n\nOPEN AIR\nThe band plays at eight.'), ['OPEN AIR']);
  const many = digestText(`Tonight\n\n${'NOW\n'.repeat(20_000)}`);
  t.deepEqual(many.headings, []);
  t.is(many.text.match(/NOW/g)?.length, 20_000);
});

test('numbers beside a day that are not times are unchanged', (t) => {
  t.deepEqual(pairs('{"date":"2026-11-23","startTime":9,"endTime":17,"name":"Open"}').slice(1, 3), [
    'start time|9',
    'end time|17',
  ]);
});
