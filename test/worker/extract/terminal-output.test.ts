import test from 'ava';
import { describeText, readCsvDigest } from '#worker/extract/describe-text.ts';

const now = new Date('2026-11-23T06:00:00Z');
const blocksOf = (text: string) => describeText(text, now).blocks;

test('output of a command keeps its columns, as close together as possible', (t) => {
  const listing = [
    'total 12',
    'drwxr-xr-x  2 root root     4096 Nov 23 03:00 .',
    '-rw-------  1 root root 18231044 Nov 23 03:00 db.dump',
    'lrwxrwxrwx  1 root root        9 Nov 22 03:00 last -> db.dump',
  ].join('\n');
  t.deepEqual(blocksOf(listing), [{ kind: 'code', text: listing }]);
  const pods = [
    '$ kubectl get pods -n media',
    'NAME                          READY       STATUS                      AGE',
    'jellyfin-6d9f7c9c4b-x2x8p     1/1         Running                     12d',
    'sonarr-5b7d9b6f5c-9k2lq       0/1         CrashLoopBackOff            40d',
  ].join('\n');
  const [shown] = blocksOf(pods);
  if (shown?.kind !== 'code') return t.fail(JSON.stringify(shown));
  const lines = shown.text.split('\n');
  t.true(lines.every((line) => line.length < 60));
  t.is(lines[2]?.indexOf('Running'), lines[1]?.indexOf('STATUS'));
  t.deepEqual(shown.text.split(/\s+/), pods.split(/\s+/), 'no word is lost');
  const network = [
    'eth0: flags=4163<UP,BROADCAST>  mtu 1500',
    '        inet 192.168.71.131  netmask 255.255.255.0',
    '        RX errors 0  dropped 0  overruns 0  frame 0',
  ].join('\n');
  t.deepEqual(blocksOf(network), [{ kind: 'code', text: network }]);
});

test('columns with one space between them, and rows of figures, keep their positions', (t) => {
  const disks = [
    'Filesystem               Size  Used Avail Use% Mounted on',
    'tmpfs                    1.9G     0  1.9G   0% /dev',
    '/dev/mapper/centos-root   17G  1.8G   16G  11% /',
    '/dev/sda1               1014M  233M  782M  23% /boot',
  ].join('\n');
  t.deepEqual(blocksOf(disks), [{ kind: 'code', text: disks }]);
  const memory = [
    'procs -------memory------ ---swap-- ----io----',
    ' r  b   swpd   free   buff   si   so   bi   bo',
    ' 2  0      0 279448   2108    0    0    1    3',
  ].join('\n');
  t.deepEqual(blocksOf(memory), [{ kind: 'code', text: memory }]);
  const battery = [
    '  vendor:    Samsung',
    '  serial:    4448',
    '    state:   charged',
    '    energy:  33 Wh  full',
  ];
  t.false(blocksOf(battery.join('\n')).some(({ kind }) => kind === 'code'));
});

test('timetables, menus and sentences with wide spaces are not output of a command', (t) => {
  const bus = 'Hall       6.02  6.32\nChurch     6.06  6.36\nSchool     6.11  6.41';
  t.is(blocksOf(bus)[0]?.kind, 'table');
  const menu = 'Lunch this week\n\nMonday     Lentil soup\nTuesday    Fish\nWednesday  Pancakes';
  t.false(blocksOf(menu).some(({ kind }) => kind === 'code'));
  t.false(
    blocksOf('We meet at eight.  Bring cake.\nOle brings the tea.\nSee you!').some(
      ({ kind }) => kind === 'code',
    ),
  );
});

test('indented text, and text that begins like a command, is not its output', (t) => {
  const texts = [
    'Phone numbers\n   Grandma      020 7946 0018\n   Plumber      020 7946 0999\n   School       020 7946 0111',
    'Menu\n   Soup of the day        4.50\n   Schnitzel with fries   12.90\n   Apple strudel          5.20',
    'Lunch\n    Mon   Goulash with bread     6.50\n    Tue   Fish and chips         7.20\n    Wed   Veggie curry           5.90',
    'CONTENTS\n   1. Arrival          3\n   2. Keys             4\n   3. Waste            6',
    'Pancakes\n   250 g   flour\n   3       eggs\n   1/2 l   milk\nMix it all.',
    '   Dear Anna,\n   thank you for the  lovely evening\n   and the cake.   See you\n   soon.  Ole',
    '$ 5 for tea\n1 coffee\n2 cakes   4.50\n3 rolls',
    'PING PONG tournament  on Friday\n1. Ann\n2. Bob\n3. Cy',
    'Linux 101 course\n5 evenings   in May\n12 places    left',
    'Seating plan\n\nNAME       TABLE     DIET\nAnna       1         none\nBob        2         vegan',
    'Pos  Team       P   W  D  L  GF  GA  GD   Pts\n1    Arsenal    12  9  2  1  24   6  18   29\n2    Leeds      12  7  2  3  23  11  12   23',
    '3 7 12 19 24 31 40 45\n1 8 13 22 25 33 41 44\n2 9 10 17 28 30 42 43',
  ];
  for (const text of texts)
    t.false(
      blocksOf(text).some(({ kind }) => kind === 'code'),
      text,
    );
});

test('all columns are side by side if a page has room for them', (t) => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const rows = ['Rent,1,2,3,4,5,6,7,8,9,1,2,3', 'Food,2,3,4,5,6,7,8,9,1,2,3,4'];
  const [table] = readCsvDigest([['Item', ...months].join(','), ...rows].join('\n')).blocks;
  t.deepEqual(table?.kind === 'table' && table.header, ['Item', ...months]);
  t.true(table?.kind === 'table' && !table.notes);
});

test('in a folded table the name of a column is beside its first value', (t) => {
  const people = [
    'Name,Phone,Street,Town,Fax,Pager,Mail',
    'Anna Berg,0170 1234567,Long Street 12 in the yard,Old Town upon the River,,,anna@example.org',
    'Ole Lund,0170 7654321,Short Street 3 second floor,New Town by the Sea,,,ole@example.org',
    'Eva Holm,0170 2222222,Middle Street 4 third floor,New Town by the Sea,0123 77,,eva@example.org',
  ];
  const [table] = readCsvDigest(people.join('\n')).blocks;
  if (table?.kind !== 'table' || !table.notes) return t.fail(JSON.stringify(table));
  t.deepEqual(table.notes, [
    'Pager – · Mail anna@example.org',
    'ole@example.org',
    'Fax 0123 77 · eva@example.org',
  ]);
});

test('labels aligned at their colons are names and values', (t) => {
  const text =
    '     Local time: Tue 08:00\n Universal time: Tue 07:00\n       RTC time: Tue 07:00\n    NTP enabled: yes';
  t.deepEqual(describeText(text, now).pairs[3], { key: 'NTP enabled', value: 'yes' });
});

test('a table that is wider than a page has its other columns below each row, and none of its words is lost', (t) => {
  const head = 'CONTAINER,NAMES,IMAGE,COMMAND,CREATED,STATUS,PORTS,SIZE';
  const row = (name: string) =>
    `4c01db0b339c,${name},ghcr.io/home-assistant/home-assistant:stable,/init --now,3 weeks ago,Up 3 weeks,8123/tcp,2GB`;
  const text = [head, row('home'), row('test')].join('\n');
  const { blocks, omitted } = readCsvDigest(text);
  const [table] = blocks;
  if (table?.kind !== 'table') return t.fail(JSON.stringify(table));
  t.true(table.header?.includes('NAMES'));
  t.true(table.rows.every((cells) => cells.join('  ').length < 80));
  const said = [table.header, ...table.rows, ...(table.notes ?? [])].flat().join(' ');
  for (const word of text.split(/[,\n]/)) t.true(said.includes(word), word);
  t.is(omitted, 0);
});

test('quotation marks after a space do not make a file unreadable', (t) => {
  const [table] = readCsvDigest('"City", "State"\n   41, "N"\n   42, "S"').blocks;
  t.deepEqual(table?.kind === 'table' && table.rows, [
    ['41', 'N'],
    ['42', 'S'],
  ]);
});
