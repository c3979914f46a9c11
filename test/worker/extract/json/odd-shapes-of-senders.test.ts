import test from 'ava';
import { readData } from '#worker/extract/json/read-json.ts';
import { SENDERS } from '#worker/extract/json/senders/index.ts';

/** Documents that a sender is recognised by, with values that it never sends, are read without an error. */

const ODD: unknown[] = [
  'x',
  7,
  true,
  { toString: 1 },
  ['x', null],
  [{}],
  [[]],
  { 0: { 0: { 0: 'x' } } },
  { a: { b: 1 } },
];

type Members = Record<string, unknown>;

/** Sets a value at a place; lists are lists or objects with numbers as names. */
function set(root: Members, place: string, odd: unknown, asLists: boolean): void {
  const [path = '', value] = place.split('=');
  const names = path.split('/');
  let holder = root;
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const isList = asLists && /^\d+$/.test(names[at + 1] ?? '');
    holder[name] ??= isLast ? (value ?? odd) : isList ? [] : {};
    if (isLast || typeof holder[name] !== 'object') return;
    holder = holder[name] as Members;
  }
}

test('every sender is read whatever is at the places by which it is recognised', (t) => {
  for (const { has } of SENDERS)
    for (const odd of ODD)
      for (const asLists of [true, false]) {
        const root = asLists && has.every((place) => /^\d/.test(place)) ? [] : {};
        for (const place of has) set(root as Members, place, odd, asLists);
        const { omitted } = readData(JSON.parse(JSON.stringify(root)));
        t.true(omitted >= 0, `${has.join(', ')} with ${JSON.stringify(odd)}`);
      }
});
