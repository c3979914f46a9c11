import type { Random } from './seeded-random.ts';

export interface Material {
  kind:
    | 'note'
    | 'list'
    | 'tasks'
    | 'pairs'
    | 'table'
    | 'csv'
    | 'chat'
    | 'code'
    | 'recipe'
    | 'verse'
    | 'mixed'
    | 'calendar'
    | 'records'
    | 'line'
    | 'long'
    | 'emoji'
    | 'mail'
    | 'hours'
    | 'groups'
    | 'quotation'
    | 'columns';
  /** As it is pushed. */
  text: string;
  /** The owner's words in it, without marks. */
  words: string;
}

const LANGUAGES = [
  'the harbour stays free of cars until spring and nobody knows why it took so long',
  'die Straße bleibt bis Montagabend gesperrt weil das Rohr im Hof erneuert wird bitte Eimer füllen',
  'la fête commence à huit heures et tout le monde apporte une chaise ou un gâteau',
  'mañana vienen los abuelos así que hay que comprar pan aceite y unas naranjas',
  'прогулка начинается у старого моста в девять утра возьмите с собой тёплые вещи',
  'θα φέρουμε ψωμί ελιές και τυρί για το βράδυ στην παραλία',
  'jutro rano przyjdzie hydraulik proszę zostawić klucz u sąsiadki na drugim piętrze',
  'מחר בבוקר נפגשים ליד הגשר הישן עם כולם',
  'غدا صباحا نلتقي عند الجسر القديم مع الجميع',
  '明日の朝は橋のそばで会いましょう傘を持ってきてください',
  '내일 아침 아홉 시에 다리 옆에서 만나요 따뜻하게 입고 오세요',
  'kal subah dus baje pul ke paas milte hain garam kapde pehen kar aana',
  'कल सुबह दस बजे पुल के पास मिलते हैं गरम कपड़े पहनकर आना',
  'আগামীকাল সকালে সেতুর পাশে দেখা হবে ছাতা নিয়ে আসবেন',
  'நாளை காலை பாலத்தின் அருகில் சந்திப்போம் குடை கொண்டு வாருங்கள்',
  'రేపు ఉదయం వంతెన దగ్గర కలుద్దాం గొడుగు తీసుకురండి',
  'ನಾಳೆ ಬೆಳಿಗ್ಗೆ ಸೇತುವೆಯ ಬಳಿ ಭೇಟಿಯಾಗೋಣ ಕೊಡೆ ತನ್ನಿ',
  'നാളെ രാവിലെ പാലത്തിനടുത്ത് കാണാം കുട കൊണ്ടുവരൂ',
  'કાલે સવારે પુલ પાસે મળીએ છત્રી લાવજો',
  'ਕੱਲ੍ਹ ਸਵੇਰੇ ਪੁਲ ਕੋਲ ਮਿਲਾਂਗੇ ਛਤਰੀ ਲੈ ਕੇ ਆਉਣਾ',
  'හෙට උදේ පාලම ළඟ හමුවෙමු කුඩය ගේන්න',
  'พรุ่งนี้เช้า พบกันที่ สะพาน อย่าลืม เอาร่ม มาด้วย',
  'ხვალ დილით ხიდთან შევხვდებით ქოლგა წამოიღეთ',
  'վաղը առավոտյան կհանդիպենք կամրջի մոտ հովանոց վերցրեք',
  'ነገ ጠዋት በድልድዩ አጠገብ እንገናኛለን ጃንጥላ ይዛችሁ ኑ',
  '明天 早上 九点 在 桥边 见面 请 带 雨伞',
  'ngày mai gặp nhau ở cầu cũ lúc chín giờ nhớ mang ô và áo ấm',
].map((line) => line.split(' '));

/** Some of them are made of several characters: a skin, a family, a flag. */
const EMOJI = ['😀', '🎉', '🥦', '👍🏽', '👩‍👩‍👧', '🇫🇮', '❤️', '☀️', '🏴‍☠️'];

/** Something of the kind that people push, in one of the languages, and the words that must come through. */
export function anyMaterial(kind: Material['kind'], random: Random): Material {
  const vocabulary = random.one(LANGUAGES);
  const some = (least: number, most: number) =>
    Array.from({ length: least + random.upTo(most - least + 1) }, () => random.one(vocabulary)).join(' ');
  const lines = (least: number, most: number, make: (index: number) => string) =>
    Array.from({ length: least + random.upTo(most - least + 1) }, (_, index) => make(index));
  const figure = () => String(1 + random.upTo(990));
  const plain = (text: string): Material => ({ kind, text, words: text });

  switch (kind) {
    case 'line':
      return plain(some(1, 9));
    case 'note':
      return plain(lines(1, 5, () => `${some(4, 40)}.`).join('\n\n'));
    case 'long':
      return plain(lines(5, 30, () => `${some(30, 90)}.`).join('\n\n'));
    case 'emoji': {
      const row = (least: number, most: number) =>
        Array.from({ length: least + random.upTo(most - least + 1) }, () => random.one(EMOJI));
      const isMixed = random.chance(0.3);
      return plain(
        lines(
          1,
          30,
          () => `${isMixed ? `${some(1, 3)} ` : ''}${row(1, 40).join(random.one(['', ' ']))}`,
        ).join('\n'),
      );
    }
    case 'verse':
      return plain(lines(3, 9, () => `${some(2, 6)},`).join('\n'));
    case 'list': {
      const marks = random.one(['- ', '* ', '• ', '1. ']);
      return plainWords(
        kind,
        [
          `${some(1, 3)}:`,
          ...lines(3, 40, (index) => `${marks === '1. ' ? `${index + 1}. ` : marks}${some(1, 9)}`),
        ].join('\n'),
      );
    }
    case 'tasks':
      return plainWords(
        kind,
        lines(
          3,
          30,
          () => `${random.chance(0.3) ? '  ' : ''}- [${random.chance(0.5) ? 'x' : ' '}] ${some(1, 8)}`,
        ).join('\n'),
      );
    case 'pairs':
      return plain(
        lines(2, 12, (index) => `${random.one(vocabulary)} ${'abcdefghijklm'[index]}: ${some(1, 7)}`).join(
          '\n',
        ),
      );
    case 'table':
      return tableOf(kind, random, some);
    case 'csv': {
      const columns = 3 + random.upTo(4);
      const row = () =>
        Array.from({ length: columns }, (_, index) =>
          index === 0 ? some(1, 2) : random.chance(0.15) ? '' : figure(),
        ).join(';');
      const header = Array.from({ length: columns }, (_, index) => `col${'abcdefgh'[index]}`).join(';');
      return plain([header, ...lines(3, 40, row)].join('\n'));
    }
    case 'chat': {
      const times = (index: number) => `${String(8 + (index >> 2)).padStart(2, '0')}:1${index % 4}`;
      return plain(
        lines(
          4,
          25,
          (index) => `[${times(index)}] ${random.one(['Anna', 'Tom', 'Mia'])}: ${some(1, 20)}`,
        ).join('\n'),
      );
    }
    case 'code':
      return plain(
        [
          `def ${random.one(['run', 'walk'])}(self):`,
          ...lines(3, 40, () =>
            random.chance(0.1) ? `    # ${some(8, 40)}` : `    value = compute(${figure()}, ${figure()})`,
          ),
        ].join('\n'),
      );
    case 'recipe': {
      // The page numbers the steps: a quantity as small as the number of one could be taken for it.
      const ingredients = lines(2, 14, () => `- ${10 + Number(figure())} g ${some(1, 3)}`);
      const steps = lines(1, 9, () => `${some(3, 25)}.`);
      const title = `Soup ${some(1, 3)}`;
      const text = [
        title,
        '',
        'Ingredients',
        ...ingredients,
        '',
        'Method',
        ...steps.map((step, index) => `${index + 1}. ${step}`),
      ].join('\n');
      return { kind, text, words: [title, ...ingredients, ...steps].join(' ') };
    }
    case 'mixed': {
      const list = lines(1, 6, () => `- ${some(1, 10)}`);
      const text = [
        `# ${some(1, 4)}`,
        `${some(5, 30)}.`,
        list.join('\n'),
        `${some(2, 5)}:`,
        ...lines(1, 3, () => `${some(4, 30)}!`),
      ].join('\n\n');
      return plainWords(kind, text);
    }
    case 'mail': {
      const head = ['Von', 'An', 'Gesendet', 'Betreff'].map((name) => `${name}: ${some(1, 5)}`);
      const text = [head.join('\n'), ...lines(1, 6, () => `${some(4, 40)}.`)].join('\n\n');
      // The subject is the title, by which it is known.
      return { kind, text, words: text.replace('Betreff: ', '') };
    }
    case 'hours': {
      const days = ['Mon–Fri', 'Sat', 'Sun'].map(
        (day) => `${day} ${1 + random.upTo(9)}–${13 + random.upTo(9)}`,
      );
      return plain([some(1, 4), ...days, ...lines(0, 2, () => some(1, 6))].join('\n'));
    }
    case 'groups':
      return plain(
        lines(2, 8, (index) =>
          [`${some(1, 2)} ${'abcdefghij'[index]}:`, ...lines(1, 6, () => some(1, 5))].join('\n'),
        ).join('\n\n'),
      );
    case 'quotation':
      return plain(`“${some(3, 60)}.”\n— ${some(1, 3)}`);
    case 'columns': {
      const width = 4 + Math.max(...vocabulary.map((word) => word.length));
      const cell = (chance: number) => (random.chance(chance) ? random.one(vocabulary) : '').padEnd(width);
      return plain(
        lines(3, 12, () => `${cell(1)}${figure().padEnd(7)}${cell(0.8)}${cell(0.6)}`.trimEnd()).join('\n'),
      );
    }
    case 'calendar':
      return calendarOf(kind, random, some);
    case 'records': {
      const rows = lines(
        3,
        30,
        (index) =>
          `{"title":${JSON.stringify(some(2, 6))},"room":${JSON.stringify(`r${index}`)},"seats":${figure()},"url":"https://x.example/${index}","id":"${index}"}`,
      );
      const text = `[${rows.join(',')}]`;
      const kept = (JSON.parse(text) as Record<string, unknown>[]).map(
        ({ title, room, seats }) => `${title} ${room} ${seats}`,
      );
      return { kind, text, words: ['title', 'room', 'seats', ...kept].join(' ') };
    }
  }
}

/** Words without the marks of lists; numbers of items are words that pages keep. */
function plainWords(kind: Material['kind'], text: string): Material {
  return { kind, text, words: text.replace(/^(\s*)(?:[-*•]\s+)?\[[ x]\]\s/gmu, '$1') };
}

function tableOf(
  kind: Material['kind'],
  random: Random,
  some: (least: number, most: number) => string,
): Material {
  const columns = 2 + random.upTo(4);
  const row = (make: (index: number) => string) =>
    `| ${Array.from({ length: columns }, (_, index) => make(index)).join(' | ')} |`;
  const rows = Array.from({ length: 2 + random.upTo(30) }, () =>
    row((index) =>
      index === 0
        ? some(1, 3)
        : index === 1
          ? `${1 + random.upTo(90)} °C`
          : random.chance(0.15)
            ? ''
            : some(1, 2),
    ),
  );
  const header = row((index) => `head${'abcdef'[index]}`);
  const text = [header, row(() => '---'), ...rows].join('\n');
  return { kind, text, words: [header, ...rows].join(' ') };
}

function calendarOf(
  kind: Material['kind'],
  random: Random,
  some: (least: number, most: number) => string,
): Material {
  const words: string[] = [];
  const isInvitation = random.chance(0.3);
  const events = Array.from({ length: 1 + random.upTo(25) }, (_, index) => {
    const title = some(1, 6);
    const place = random.chance(0.5) ? some(1, 3) : null;
    const inviter = isInvitation ? some(1, 2) : null;
    words.push(title, place ?? '', inviter ?? '');
    const day = String(20 + random.upTo(9));
    return [
      'BEGIN:VEVENT',
      `UID:${index}`,
      `DTSTART:202611${day}T${String(8 + random.upTo(12)).padStart(2, '0')}0000Z`,
      `SUMMARY:${title}`,
      ...(place ? [`LOCATION:${place}`] : []),
      ...(inviter ? [`ORGANIZER;CN=${inviter}:mailto:a@example.org`] : []),
      'END:VEVENT',
    ].join('\r\n');
  });
  return {
    kind,
    text: [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...(isInvitation ? ['METHOD:REQUEST'] : []),
      ...events,
      'END:VCALENDAR',
    ].join('\r\n'),
    words: words.join(' '),
  };
}
