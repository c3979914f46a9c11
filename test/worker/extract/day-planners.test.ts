import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import type { SKRSContext2D } from '#worker/imaging/canvas.ts';
import { drawPapers, type Words, write } from './draw-papers.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox() });
test.after.always(() => extractor.close());

const WEEKDAYS = ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'];
const ENTRIES: Record<string, string> = {
  '0-5': 'Papier',
  '0-19': 'Bio 2',
  '1-9': 'Restmüll',
  '2-31': 'Gelber Sack',
};

/** A planner of the first quarter with the weekdays of a year. */
function planner(title: string, year: number, entries = ENTRIES) {
  const days = ['Januar', 'Februar', 'März'].flatMap((name, month): Words[] => [
    { x: 70 + 170 * month, y: 80, size: 10, text: name },
    ...Array.from({ length: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() }, (_, at) => {
      const weekday = WEEKDAYS[new Date(Date.UTC(year, month, at + 1)).getUTCDay()];
      const text = `${at + 1} ${weekday} ${entries[`${month}-${at + 1}`] ?? ''}`.trim();
      return { x: 40 + 170 * month, y: 100 + 20 * at, size: 9, text };
    }),
  ]);
  const words = [
    { x: 40, y: 50, size: 20, text: title },
    ...days,
    { x: 40, y: 760, size: 9, text: 'Tonnen ab sechs Uhr' },
  ];
  return extractor.digest({
    bytes: drawPapers([(context: SKRSContext2D) => write(context, words)]),
    contentType: 'application/pdf',
  });
}

test('a planner with a column for each month is an agenda of its entries, and its other words are counted', async (t) => {
  const { digest } = await planner('Abfuhr 2027', 2027);
  t.is(digest.shape, 'agenda');
  t.is(digest.title, 'Abfuhr 2027');
  const events = digest.blocks.flatMap((block) => (block.kind === 'events' ? block.events : []));
  t.deepEqual(
    events.map(({ start, title }) => `${start} ${title}`),
    ['2027-01-05 Papier', '2027-01-19 Bio 2', '2027-02-09 Restmüll', '2027-03-31 Gelber Sack'],
  );
  t.is(digest.omitted, 4);
});

test('a planner whose weekdays are of another year than its title has no days', async (t) => {
  const { digest } = await planner('Abfuhr 2026', 2027);
  t.is(digest.shape, 'document');
});

test('a calendar without entries is shown as it is drawn', async (t) => {
  const { digest } = await planner('Kalender 2027', 2027, {});
  t.is(digest.shape, 'document');
});
