import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';

const NOW = new Date('2026-11-27T08:30:00Z');
const blocksOf = (...lines: string[]) => digestText(lines.join('\n'), NOW).blocks;
const messagesOf = (...lines: string[]) =>
  blocksOf(...lines).flatMap((block) => (block.kind === 'chat' ? block.messages : []));

test("a messenger's notice about encryption is left out, and its remarks are in square brackets", (t) => {
  const english = messagesOf(
    '12/03/2026, 09:14 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.',
    '12/03/2026, 09:15 - Priya: Did you see the garden?',
    '12/03/2026, 09:16 - Ravi: <Media omitted>',
    '12/03/2026, 09:18 - Priya: Messages with end-to-end encryption are safe <This message was edited>',
  );
  t.deepEqual(
    english.map(({ speaker, text }) => [speaker, text]),
    [
      ['Priya', 'Did you see the garden?'],
      ['Ravi', '(Media omitted)'],
      ['Priya', 'Messages with end-to-end encryption are safe (This message was edited)'],
    ],
  );
  const others = [
    'Familie: \u200eNachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand kann sie lesen.',
    'Familia: \u200eLos mensajes y las llamadas están cifrados de extremo a extremo. Solo en este chat.',
    'Группа: \u200eСообщения и звонки защищены сквозным шифрованием. Третьи лица не могут их прочитать.',
    '家族: \u200eメッセージと通話はエンドツーエンド暗号化されています。',
  ];
  for (const notice of others) {
    const [first] = messagesOf(
      `[14/11/26, 18:02:11] ${notice}`,
      '[14/11/26, 18:05:40] Ana: Hola a todos',
      '[14/11/26, 18:06:02] Leo: Hola',
      '[14/11/26, 18:07:02] Ana: Adiós',
    );
    t.is(first?.text, 'Hola a todos', notice);
  }
});

test('a quotation in a mail has whole paragraphs, a nested one keeps its marks, and the line above a signature is removed', (t) => {
  const broken = [
    '> The committee met on Thursday evening and talked for a long time about',
    '> the roof of the hall, which has been leaking since the storm in October',
    '> and needs to be mended before the winter.',
  ];
  const blocks = blocksOf(
    'Thanks, I will come.',
    '',
    'Anna wrote on Friday:',
    '',
    ...broken,
    '>',
    ...broken.map((line) => `>${line}`),
    '> Who pays?',
    '',
    '-- ',
    'Ben Hill',
    'Hall Lane 4',
  );
  const whole = broken.map((line) => line.slice(2)).join(' ');
  t.deepEqual(
    blocks.flatMap((block) => (block.kind === 'quote' ? [block.text] : [])),
    [`${whole}\n\n> ${whole}\n\nWho pays?`],
  );
  t.deepEqual(blocks.at(-1), { kind: 'paragraph', text: 'Ben Hill\nHall Lane 4' });
});

test('names and values are pairs in the brackets of East Asia and before aligned colons', (t) => {
  const pairs = blocksOf(
    'ご担当者様',
    '',
    '【場所】会議室A',
    '【単価】70万円〜90万円',
    '',
    '  発注日   : 令和8年11月20日',
    '  仕上り日 : 令和8年12月4日',
    '  品目     : 丸盆',
    '  サイズ   : 30cm',
    '  数量     : 12枚',
    '',
    '―――――',
    '担当 石原賢',
  ).map((block) => (block.kind === 'pair' ? `${block.key}=${block.value}` : 'text' in block && block.text));
  t.deepEqual(pairs, [
    'ご担当者様',
    '場所=会議室A',
    '単価=70万円〜90万円',
    '発注日=令和8年11月20日',
    '仕上り日=令和8年12月4日',
    '品目=丸盆',
    'サイズ=30cm',
    '数量=12枚',
    '担当 石原賢',
  ]);
});

test('columns of figures with one space between them are columns of a table', (t) => {
  const [, table] = blocksOf(
    'After 12 rounds',
    '',
    'Pos  Team                      P   W  D  L  GF GA  Pts',
    '1    Arsenal                   12  9  2  1  24  7  29',
    '2    Manchester City           12  8  1  3  24 10  25',
    '3    Wolverhampton Wanderers   12  0  2 10   7 25  2',
  );
  t.like(table, {
    kind: 'table',
    header: ['Pos', 'Team', 'P', 'W', 'D', 'L', 'GF', 'GA', 'Pts'],
    rows: [
      ['1', 'Arsenal', '12', '9', '2', '1', '24', '7', '29'],
      ['2', 'Manchester City', '12', '8', '1', '3', '24', '10', '25'],
      ['3', 'Wolverhampton Wanderers', '12', '0', '2', '10', '7', '25', '2'],
    ],
  });
});

test('a hasty recipe has its groups of ingredients, those without amounts, and the heading of its steps', (t) => {
  const [cake] = blocksOf(
    'BOLO DE CENOURA',
    '',
    'Massa',
    '3 cenouras médias picadas',
    '4 ovos',
    '2 xícaras de açúcar',
    '',
    'Cobertura',
    '1 colher de manteiga',
    '3 colheres de chocolate em pó',
    '',
    'Modo de preparo',
    'Bata no liquidificador a cenoura e os ovos.',
    'Acrescente o açúcar e bata por 5 minutos.',
    'Asse em forno preaquecido por 40 minutos.',
  );
  t.like(cake, {
    kind: 'recipe',
    recipe: {
      title: 'BOLO DE CENOURA',
      notes: [],
      ingredients: [
        { title: 'Massa', lines: ['3 cenouras médias picadas', '4 ovos', '2 xícaras de açúcar'] },
        { title: 'Cobertura', lines: ['1 colher de manteiga', '3 colheres de chocolate em pó'] },
      ],
    },
  });
  t.is(cake?.kind === 'recipe' ? cake.recipe.steps[0]?.title : null, 'Modo de preparo');
  t.is(cake?.kind === 'recipe' ? cake.recipe.steps[0]?.lines.length : 0, 3);
  const [pancakes] = blocksOf(
    'Сырники',
    '',
    '500 г творога 9%',
    '2 яйца',
    '3 ст. л. сахара',
    'щепотка соли',
    'масло для жарки',
    '',
    'Творог протереть через сито, добавить яйца, сахар и соль.',
    'Сформовать шарики, обвалять в муке и слегка приплюснуть.',
    'Жарить на среднем огне по 3–4 минуты с каждой стороны.',
  );
  const recipe = pancakes?.kind === 'recipe' ? pancakes.recipe : null;
  t.deepEqual(recipe?.ingredients[0]?.lines.slice(-2), ['щепотка соли', 'масло для жарки']);
  t.is(recipe?.steps[0]?.lines.length, 3);
});

test('a forwarded mail has its subject as title, and below it the words above the mail', (t) => {
  for (const above of ['Begin forwarded message:\n', '---------- Forwarded message ----------']) {
    const text = `Please pay.\n\n${above}\nFrom: Bank <alerts@bank.example>\nDate: 09/02/2026\nSubject: Purchase Alert\nTo: me@example.com\n\nFontana took 2,550.00.`;
    const { title, blocks } = digestText(text, NOW);
    t.is(title, 'Purchase Alert');
    t.like(blocks[1], { kind: 'paragraph', text: 'Please pay.' });
    t.like(blocks.at(-1), { kind: 'paragraph', text: 'Fontana took 2,550.00.' });
    t.is(blocks.filter(({ kind }) => kind === 'pair').length, 3);
  }
  t.is(digestText('Plan:\n\nFrom: home to school\n\nBring boots.', NOW).title, 'Plan');
});

test('a transcript keeps its seconds, a tree of folders its indentation, and columns below a list are columns', (t) => {
  const said = messagesOf(
    '[00:00:12] Anita: How do requests work?',
    '[00:00:30] Sam: By mail.',
    '[00:01:02] Anita: And then?',
  );
  t.deepEqual(
    said.map(({ time }) => time),
    ['00:00:12', '00:00:30', '00:01:02'],
  );
  const tree = ['notes', '├── week08', '│   └── report.md', '└── week09', '    └── report.md'];
  t.deepEqual(blocksOf(...tree), [{ kind: 'code', text: tree.join('\n') }]);
  const columns = blocksOf(
    '1) Disks',
    '2) Memory',
    'Choose: 1',
    'Name          Size  Used  Free',
    '/dev/sda       25G  3.9G   20G',
    '/dev/sdb      5.0M     0  5.0M',
    '/dev/sdc      298M   12K  298M',
  );
  t.like(columns.at(-1), { kind: 'table', header: ['Name', 'Size', 'Used', 'Free'] });
});

test('copied chats have their speakers behind days without a year and with pronouns, and logs have none', (t) => {
  const teams = messagesOf(
    '[27/11 10:03] Priya Natarajan',
    'The release is cut.',
    '[27/11 10:05] Jonas Weber',
    'Are the migrations in?',
    '[27/11 10:06] Priya Natarajan',
    'Yes, both.',
  );
  t.deepEqual(
    teams.map(({ speaker, time }) => `${time} ${speaker}`),
    ['10:03 Priya Natarajan', '10:05 Jonas Weber', '10:06 Priya Natarajan'],
  );
  const discord = messagesOf(
    'mossy — Today at 7:41 PM',
    'who is in',
    'Rue (she/her) — Today at 7:52 PM',
    'I am late',
    'mossy — Today at 7:53 PM',
    'fine',
  );
  t.deepEqual(
    discord.map(({ speaker }) => speaker),
    ['mossy', 'Rue (she/her)', 'mossy'],
  );
  const log = [
    '2026-11-28 06:00:01 INFO  Anna: thermostat set to 21.0',
    '2026-11-28 06:00:04 WARN  Boiler: pressure 0.9 bar',
    '2026-11-28 06:15:00 INFO  Anna: thermostat set to 19.5',
  ];
  t.deepEqual(blocksOf(...log), [{ kind: 'code', text: log.join('\n') }]);
});

test('an export of Signal is a conversation, with its attachments and reactions', (t) => {
  const blocks = blocksOf(
    'Conversation: Anna',
    '',
    'From: Anna',
    'Type: incoming',
    'Sent: Sat, 28 Nov 2026 09:14:22 +0100',
    'Received: Sat, 28 Nov 2026 09:14:23 +0100',
    '',
    'Can you fetch Leo?',
    'At five.',
    '',
    'From: You',
    'Type: outgoing',
    'Sent: Sat, 28 Nov 2026 09:15:40 +0100',
    'Attachment: map.png (image/png, 120 bytes)',
    'Reaction: 👍 from Anna',
    '',
    'Yes, here:',
  );
  t.deepEqual(blocks, [
    { kind: 'heading', level: 1, text: 'Anna' },
    { kind: 'heading', level: 3, text: 'Sat, 28 Nov 2026' },
    {
      kind: 'chat',
      messages: [
        { speaker: 'Anna', time: '09:14', text: 'Can you fetch Leo?\nAt five.' },
        {
          speaker: 'You',
          time: '09:15',
          text: 'map.png (image/png, 120 bytes)\n👍 from Anna\nYes, here:',
        },
      ],
    },
  ]);
});

test('a mail with many readers begins with its text, and they stand below it', (t) => {
  const text =
    'Sent from my iPhone\n\nBegin forwarded message:\n\nVon: Hausverwaltung <service@haus.example>\nGesendet: Mittwoch, 25. November 2026\nAn: Mieter\nCc: Hausmeister <bauer@haus.example>; Technik <technik@haus.example>; Empfang <empfang@haus.example>\nBetreff: Warmwasser\nPriorität: Hoch\n\nEs wird abgestellt.';
  const { title, blocks } = digestText(text, NOW);
  t.is(title, 'Warmwasser');
  const words = blocks.map((block) => (block.kind === 'pair' ? block.value : 'text' in block && block.text));
  t.deepEqual(words, [
    'Warmwasser',
    'Hausverwaltung',
    'Mittwoch, 25. November 2026',
    'Es wird abgestellt.',
    '<service@haus.example>',
    'Mieter',
    'Hausmeister <bauer@haus.example>; Technik <technik@haus.example>; Empfang <empfang@haus.example>',
    'Hoch',
    'Sent from my iPhone',
    'Begin forwarded message:',
  ]);
});
