import test from 'ava';
import { readJson } from '#worker/extract/json/read-json.ts';

const read = (document: unknown) => {
  const reading = readJson(JSON.stringify(document));
  return { ...reading, table: reading.blocks.find((block) => block.kind === 'table') };
};

const team = (name: string, points: number) => ({ team: name, won: points - 2, points });

test('groups of rows are rows with the name of the group in the first', (t) => {
  const { title, table, omitted } = read({
    name: 'Cup',
    groups: [
      { name: 'Group A', standings: [team('Uruguay', 9), team('Russia', 6)] },
      { name: 'Group B', standings: [team('Spain', 5), team('Portugal', 4), team('Iran', 3)] },
    ],
  });
  t.is(title, 'Cup');
  t.is(omitted, 0);
  t.deepEqual(table?.header, ['name', 'team', 'points', 'won']);
  t.deepEqual(
    table?.rows.map(([group, name]) => [group, name]),
    [
      ['Group A', 'Uruguay'],
      ['', 'Russia'],
      ['Group B', 'Spain'],
      ['', 'Portugal'],
      ['', 'Iran'],
    ],
  );
});

test('a group whose name has the same column as those of its rows gets the column of its list', (t) => {
  const dish = (name: string, price: number) => ({ name, price });
  const { table } = read({
    counters: [
      { name: 'Grill', dishes: [dish('Steak', 9.5), dish('Corn', 4.5)] },
      { name: 'Soup', dishes: [dish('Borscht', 5.5), dish('Goulash', 6.5)] },
    ],
  });
  t.deepEqual(table?.header, ['counters', 'name', 'price']);
  t.deepEqual(table?.rows[1], ['', 'Corn', '4.5']);
});

test('records with more values of their own than a list keep their rows', (t) => {
  const { table } = read(
    ['Anna', 'Ole'].map((name, at) => ({
      name,
      born: 1981 + at,
      town: `Fulda ${at}`,
      pets: [{ called: `Rex ${at}`, age: 3 }],
    })),
  );
  t.is(table?.rows.length ?? 0, 2);
});

test('lists under names are groups of rows', (t) => {
  const lesson = (subject: string, room: number) => ({ subject, room });
  const { table, omitted } = read({
    monday: [lesson('Maths', 112), lesson('Art', 3)],
    tuesday: [lesson('English', 12)],
    friday: [lesson('Music', 4), lesson('Sport', 5)],
  });
  t.is(omitted, 0);
  t.deepEqual(
    table?.rows.map((row) => [row[0], row[table.header!.indexOf('subject')]]),
    [
      ['monday', 'Maths'],
      ['', 'Art'],
      ['tuesday', 'English'],
      ['friday', 'Music'],
      ['', 'Sport'],
    ],
  );
});
