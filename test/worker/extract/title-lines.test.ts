import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';

const titleOf = (text: string) => digestText(text).title;

test('the line above facts is a title, also a long one and one with a dash or a remark in brackets', (t) => {
  const pharmacies =
    'Farmacie di turno questa settimana – Lucca\nNotturno (20:00–8:00):\nMassagli, Piazza San Michele 36 – 0583 496241\nDiurno:\nsab 28 Novelli, Viale Puccini 12 – 0583 581331\ndom 29 Comunale, Piazza Curtatone – 0583 492000';
  t.is(titleOf(pharmacies), 'Farmacie di turno questa settimana – Lucca');
  const hours =
    "Opening hours over Christmas (Dr Patel's surgery)\nThu 24 Dec 8.30 - 12.00\nFri 25 Dec closed\nTue 29 Dec 8.30 - 18.00\nThu 31 Dec 8.30 - 12.00\nEmergencies: 999, otherwise 111";
  t.is(titleOf(hours), "Opening hours over Christmas (Dr Patel's surgery)");
  const hat =
    'Simple ribbed hat (adult M)\n4 mm circular, 40 cm. DK yarn, about 90 g.\nCO 104 sts, join in the round, pm.\nRnds 1-12: *k2, p2; rep from * to end\nRnds 13-45: k all sts\nCrown:\nRnd 46: *k11, k2tog; rep from *\nRnd 48: *k10, k2tog; rep from *\nRnd 50: *k9, k2tog; rep from *\nBreak yarn, draw through.';
  t.is(titleOf(hat), 'Simple ribbed hat (adult M)');
});

test('the line above a label, or above facts and items, is a title in any script', (t) => {
  t.is(
    titleOf('שבת אצל סבתא\nלהביא:\nחלה\nיין אדום\nסלט פירות (דנה)\nארוחה ב־19:30, לא לאחר!'),
    'שבת אצל סבתא',
  );
  t.is(
    titleOf(
      'رحلة العائلة يوم الجمعة\nالموعد: الساعة 8:30 أمام البيت\n- ماء وعصير\n- خبز وجبن\n- كرة وبطانيتان',
    ),
    'رحلة العائلة يوم الجمعة',
  );
  t.is(titleOf('2027\nJanuar\nFebruar\nMärz\nApril\nMai\nJuni'), '2027');
});

test('the first of several entries, a greeting and a sentence are no titles', (t) => {
  t.is(
    titleOf(
      'Anna Berg – 0583 496241\nJon Vik – 0583 581331\nMia Lund – 0583 492000\nIda Holm – 0583 12345\nOla Dahl – 0583 99',
    ),
    null,
  );
  t.is(titleOf('Liebe Nachbarn,\nam 3.12. ab 9 Uhr\nist das Wasser\nbis 13 Uhr\nabgestellt'), null);
});

test('dates with a time and what happens then are no headings', (t) => {
  const rota =
    'Koorrooster alten\ndo 3/12 19.30 repetitie (kerk)\ndo 10/12 19.30 repetitie (school!)\nza 19/12 14.00 generale\nzo 20/12 16.00 concert\ndo 24/12 22.30 nachtmis\nZwart, geen sjaal. Map mee!';
  const { title, headings, list } = digestText(rota);
  t.is(title, 'Koorrooster alten');
  t.deepEqual(headings, ['Koorrooster alten']);
  t.is(list?.items.length, 6);
});

test('the fields of programs do not hide that a text is a mail', (t) => {
  const mail =
    'From: Krüger <info@krueger.example>\nTo: mieter@haus.example\nDate: Thu, 26 Nov 2026 09:14:22 +0100\nSubject: Wasser abgestellt\nX-Mailer: PHPMailer 6.1\n\nAm Dienstag wird das Wasser abgestellt.';
  const { title, pairs } = digestText(mail);
  t.is(title, 'Wasser abgestellt');
  t.deepEqual(
    pairs.map(({ key }) => key),
    ['From', 'To', 'Date'],
  );
});

test('a line in capitals above other lines is their title', (t) => {
  t.is(
    titleOf(
      'HAPPY BIRTHDAY NILS\n7 years today!\nCake at 3, cousins at 4, then the treasure hunt\nLove from Mum and Dad',
    ),
    'HAPPY BIRTHDAY NILS',
  );
  // Several lines in capitals are a poster.
  t.is(titleOf('HAPPY BIRTHDAY\nDEAR NILS\nFrom all of us'), null);
});

test('a clause before a colon is no name of a value', (t) => {
  const { blocks, pairs } = digestText(
    'Room 1: Grandma and Grandpa\nRoom 2: Jonas, Mira\nSofa: Ben\nBreakfast from 9, if you wake up earlier: quiet.',
  );
  t.is(pairs.length, 3);
  t.is(blocks.at(-1)?.kind, 'paragraph');
});

test('a name in capitals before a dash makes the first line a title, also with a date', (t) => {
  const packing =
    'CAMPING - bring this time!!\ntent (the green one, poles are in the shed)\n4x sleeping mats\nstove + 2 gas\nhead torches - check batteries';
  t.is(titleOf(packing), 'CAMPING - bring this time!!');
  const agenda =
    'CONSEIL SYNDICAL – 2 décembre 2026, 18h30, loge\nOrdre du jour\n1. Ravalement de la façade nord\n2. Fuite au 4e gauche\n3. Vélos dans le hall\nProchaine réunion : 13 janvier';
  t.is(titleOf(agenda), 'CONSEIL SYNDICAL – 2 décembre 2026, 18h30, loge');
  // Several lines of this form are entries.
  t.is(titleOf('ANNA - vegan, no nuts\nBEN - eats all\nCARLA - vegan\nDAN - no fish'), null);
});

test('the points of a game are no days, and no headings', (t) => {
  const { headings, blocks } = digestText(
    'Klaverjassen stand 27 nov\n\nWij - Zij\n162 0\n94 68\n0 162 nat\n121 41 +20 roem\n82 80\n102 60 +50 roem\nVolgende deler: Henk',
  );
  t.false(headings.some((heading) => /^\d/.test(heading)));
  t.false(blocks.some(({ kind }) => kind === 'item'));
});
