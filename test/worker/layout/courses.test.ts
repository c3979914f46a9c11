import test from 'ava';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

/** Rows by moments in even steps: what holds now comes first and stands large. It is 11:00 in the reader's zone. */

const NOW = new Date('2026-11-20T10:00:00.000Z');
const ROOM = { width: 800, height: 1200 };

/** What a page of rows shows: the large figure, its name, whether a cell is there, how many words are missing. */
function pageOf(records: Record<string, string | number>[]) {
  const header = Object.keys(records[0] ?? {});
  const rows = records.map((one) => Object.values(one).map(String));
  const given = { header, rows, timeZone: 'Europe/Oslo', now: NOW.toISOString() };
  const scene = layOutTemplate('grid', given, ROOM, 'monochrome');
  const texts = scene.elements.flatMap(({ id, type, properties }) =>
    type === 'text' ? [{ id, text: String(properties.text) }] : [],
  );
  const find = (id: string) => texts.find((one) => one.id === id)?.text;
  return {
    name: find('lead-key'),
    value: find('lead-value'),
    has: (cell: string) => texts.some(({ text }) => text === cell),
    leftOut: scene.leftOut ?? 0,
  };
}

const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR).toISOString();
const hours = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

test('prices of a day begin with the current one, which is large, and past hours are counted', (t) => {
  const page = pageOf(hours(-10, 24).map((hour) => ({ starts_at: at(hour), price: 30 + hour })));
  t.is(page.name, 'price · 11:00');
  t.is(page.value, '30');
  t.true(page.has('31') && !page.has('29'));
  t.is(page.leftOut, 30, 'ten times of the clock and ten prices');
});

test('a time without a zone is one of the reader', (t) => {
  const wall = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00`;
  const page = pageOf(
    hours(0, 24).map((hour) => ({ time: wall(hour), temperature: `${hour}°`, rain: hour })),
  );
  t.is(page.value, '11°', 'the temperature of a forecast with several figures');
});

test('of readings the newest is large, whichever order they come in, and all of them stay', (t) => {
  const readings = hours(-20, 20).map((hour) => ({ time: at(hour), level: 100 + hour }));
  for (const list of [readings, [...readings].reverse()]) {
    const page = pageOf(list);
    t.is(page.value, '99');
    t.is(page.leftOut, 0);
  }
});

test('few rows and future rows are shown from the first on', (t) => {
  const few = pageOf(hours(-3, 8).map((hour) => ({ time: at(hour), price: 30 + hour })));
  t.is(few.value, '30');
  t.true(few.has('27'));
  const later = pageOf(hours(5, 20).map((hour) => ({ time: at(hour), price: 30 + hour })));
  t.is(later.value, undefined);
  t.is(later.leftOut, 0);
});

test('a history that ends in this hour stays whole, and late in a day so do its last rows', (t) => {
  const history = pageOf(hours(-23, 24).map((hour) => ({ time: at(hour), level: 100 + hour })));
  t.is(history.value, '100');
  t.is(history.leftOut, 0);
  t.true(history.has('77'));
  const late = pageOf(hours(-21, 24).map((hour) => ({ starts_at: at(hour), price: 50 + hour })));
  t.is(late.value, '50');
  t.true(late.has('42') && !late.has('40'));
});

test('rows at uneven steps have no current figure, and none of them counts as past', (t) => {
  const uneven = [-300, -290, -200, -60, -59, -20, -3, 4, 70, 90, 200, 201, 300, 320];
  const page = pageOf(uneven.map((hour) => ({ time: at(hour), amount: 1000 + hour })));
  t.is(page.value, undefined);
  t.is(page.leftOut, 0);
});

test('of several figures none is large', (t) => {
  const page = pageOf(hours(-3, 8).map((hour) => ({ time: at(hour), won: 3 + hour, lost: 30 + hour })));
  t.is(page.value, undefined);
});
