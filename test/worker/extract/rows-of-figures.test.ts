import test from 'ava';
import { digestText } from '#worker/extract/digest-text.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

type Blocks = { kind: 'row' | 'pair'; label?: string; text?: string; cells?: string[] }[];

const rows = (text: string) =>
  digestText(text).blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));

test('a diary of measurements is a table of days, times and figures, with words in their place', (t) => {
  const text =
    'Blood pressure\nMo 23.11. 7:10 142/88 P 71\nMo 23.11. 19:05 138/84 P 68\nDi 24.11. 7:20 151/93 P 77 !!\nMi 25.11. forgotten\nDo 26.11. 7:05 133/80 P 64\nnew tablets since Wednesday';
  t.deepEqual(rows(text), [
    ['Mo', '23.11.', '7:10', '142/88', 'P 71', ''],
    ['Mo', '23.11.', '19:05', '138/84', 'P 68', ''],
    ['Di', '24.11.', '7:20', '151/93', 'P 77', '!!'],
    ['Mi', '25.11.', '', 'forgotten', '', ''],
    ['Do', '26.11.', '7:05', '133/80', 'P 64', ''],
  ]);
  t.deepEqual(digestText(text).blocks.at(-1), { kind: 'paragraph', text: 'new tablets since Wednesday' });
  // The commas of decimals separate no cells.
  t.deepEqual(
    rows(
      '01.11. 7:30 4,2 kg 38,4 °C\n05.11. 7:45 4,6 kg 38,2 °C\n09.11. 7:30 5,1 kg 38,5 °C\n13.11. 8:00 5,5 kg 38,3 °C',
    )[0],
    ['01.11.', '7:30', '4,2 kg', '38,4 °C'],
  );
});

test('appointments with a figure or two are no table', (t) => {
  t.deepEqual(
    rows('Mo 23.11. 7:10 Bus 12\nDi 24.11. 8:00 2 parcels\nMi 25.11. 9:30 Dr. Berg\nDo 26.11. 7:05 12 eggs'),
    [],
  );
});

const BILL =
  'Cabin in December\nRent 3 nights ........ 540,00 € (Lucia)\nGroceries .............. 126,35 € (Iker)\nPetrol 2 cars ..... 100,90 € (Nerea)\nTOTAL .................. 767,25 €\nIker: nearly even, owes 48,17';

test('amounts with remarks are columns of a bill, and what is said below them is text', (t) => {
  t.deepEqual(rows(BILL).slice(1), [
    ['Groceries', '126,35 €', '(Iker)'],
    ['Petrol 2 cars', '100,90 €', '(Nerea)'],
    ['TOTAL', '767,25 €', ''],
  ]);
  t.deepEqual(digestText(BILL).blocks.at(-1), { kind: 'paragraph', text: 'Iker: nearly even, owes 48,17' });
  t.deepEqual(digestText('Cellar\nRiesling 6 Fl. ..... 53,40 €\nPort ..... 9,60 €').pairs, [
    { key: 'Riesling 6 Fl.', value: '53,40 €' },
    { key: 'Port', value: '9,60 €' },
  ]);
});

test('the sum below amounts is bold, in a table and among names and values, and other last rows are not', (t) => {
  const weightOf = (blocks: Blocks, said: string) =>
    layOutTemplate(
      'note',
      { title: 'Cabin', blocks },
      { width: 800, height: 480 },
      'monochrome',
    ).elements.flatMap((one) =>
      one.type === 'text' && one.properties.text === said ? [one.properties.weight] : [],
    )[0];
  const names = ['Rent', 'Food', 'Petrol', 'Total'];
  const table = (amounts: string[]) =>
    names.map((name, at) => ({ kind: 'row' as const, cells: [name, amounts[at] ?? '', 'Jon'] }));
  const pairs = (amounts: string[]) =>
    names.map((label, at) => ({ kind: 'pair' as const, label, text: amounts[at] }));
  const [summed, other] = [
    ['540,00 €', '126,35 €', '1.100,90 €', '1.767,25 €'],
    ['540 €', '126 €', '100 €', '767 €'],
  ];
  t.is(weightOf(table(summed), 'Total'), 700);
  t.is(weightOf(pairs(summed), 'Total'), 700);
  t.not(weightOf(table(summed), 'Petrol'), 700);
  t.not(weightOf(table(other), 'Total'), 700);
  t.not(weightOf(pairs(other), 'Total'), 700);
});
