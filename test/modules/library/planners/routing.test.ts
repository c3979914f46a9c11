import test from 'ava';
// Behind index.ts: the planner is a pure function of its material.
import type { PlanRequest } from '../../../../modules/library/planners/planner.ts';
import { planByRules } from '../../../../modules/library/planners/rules/rules-planner.ts';
import { actionsOf, content, display, NOW, photo, request, shows, text } from './material.ts';

const kitchen = display('Kitchen', { tags: ['family', 'upstairs'] });
const kitchenLeft = display('Kitchen left', { tags: ['upstairs'] });
const bathroom = display('Küchenbad', { tags: ['Salle à manger'] });
const office = display('Büro-2', { tags: ['work'] });
const hall = display('台所', { tags: ['family', 'downstairs'] });
const displays = [bathroom, kitchen, kitchenLeft, office, hall];
const names = new Map(displays.map(({ id, name }) => [id as string | null, name]));

function targets(intent: string | null, more: Partial<PlanRequest> = {}) {
  const plan = planByRules(request([content([text('Buy milk')])], { displays, intent, ...more }));
  return actionsOf(plan).map(({ displayId }) => names.get(displayId));
}

const instructions: [string, string[]][] = [
  ['Put this on the kitchen display, please', ['Kitchen']],
  ['KITCHEN LEFT', ['Kitchen left']],
  ['kitchens are nice', ['Küchenbad']],
  ['auf dem KUCHENBAD', ['Küchenbad']],
  ['for buro 2', ['Büro-2']],
  ['in the salle a manger', ['Küchenbad']],
  ['台所に表示して', ['台所']],
  ['kitchen and büro-2', ['Kitchen', 'Büro-2']],
  ['not on the kitchen, but in the büro 2', ['Büro-2']],
  ['anywhere but Küchenbad or the kitchen', ['Kitchen left']],
  ['for work', ['Büro-2']],
  ['upstairs', ['Kitchen']],
  ['all upstairs displays', ['Kitchen', 'Kitchen left']],
  ['the upstairs family one', ['Kitchen']],
  ['everywhere', ['Küchenbad', 'Kitchen', 'Kitchen left', 'Büro-2', '台所']],
  ['on all screens except work', ['Küchenbad', 'Kitchen', 'Kitchen left', '台所']],
  ['make it large', ['Küchenbad']],
];
for (const [instruction, expected] of instructions)
  test(`"${instruction}" chooses ${expected.join(', ')}`, (t) => t.deepEqual(targets(instruction), expected));

test('each content goes to the display that its intent names, others to the best display', (t) => {
  const contents = [
    content([text('Buy milk')], { intent: 'kitchen' }),
    content([text('Standup at ten')], { intent: 'for work' }),
    content([text('Be kind')]),
  ];
  const plan = planByRules(request(contents, { displays }));
  const pages = actionsOf(plan).map(({ displayId, title }) => [names.get(displayId), title]);
  t.deepEqual(pages, [
    ['Küchenbad', 'Be kind'],
    ['Kitchen', 'Buy milk'],
    ['Büro-2', 'Standup at ten'],
  ]);
});

test('the intent of an earlier content does not route a run over the history', (t) => {
  const old = content([text('Buy milk')], { role: 'context', intent: 'for work' });
  t.deepEqual(actionsOf(planByRules(request([old], { displays }))).length, 1);
  t.is(actionsOf(planByRules(request([old], { displays })))[0]?.displayId, bathroom.id);
});

test('without an intent the state of the displays decides', (t) => {
  const first = (all: ReturnType<typeof display>[]) => {
    const [action] = actionsOf(planByRules(request([content([photo('p')])], { displays: all })));
    return all.findIndex(({ id }) => id === action?.displayId);
  };
  t.is(first([display('a', { online: false }), display('b', { queued: 3 })]), 1, 'online before offline');
  t.is(first([display('a', { queued: 1 }), display('b', { shows: shows('x', '2026-11-20T09:00:00Z') })]), 1);
  t.is(first([display('a', { shows: shows('x', '2026-11-20T09:00:00Z') }), display('b')]), 1, 'an empty one');
  const since = (time: string) => display('c', { shows: shows('x', time) });
  t.is(first([since('2026-11-20T09:00:00Z'), since('2026-11-19T09:00:00Z')]), 1, 'the oldest picture');
  t.is(first([display('a'), display('b')]), 0, 'else the first');
});

test('a page replaces an earlier one with the same title from its owner', (t) => {
  const list = display('b', { queued: 2, shows: shows('Shopping list', '2026-11-20T09:59:00Z') });
  const both = [display('a'), list];
  const titled = content([text('Milk\nEggs\nBread')], { title: 'SHOPPING  LIST' });
  t.is(actionsOf(planByRules(request([titled], { displays: both })))[0]?.displayId, list.id);
  const note = content([text('Shopping list\n\n- Milk\n- Eggs\n- Bread')]);
  t.not(
    actionsOf(planByRules(request([note], { displays: both })))[0]?.displayId,
    list.id,
    'a title in the text',
  );
});

test('every named display gets a page, and an output profile one without a display', (t) => {
  t.deepEqual(
    targets('kitchen', { routing: { kind: 'all' } }),
    displays.map(({ name }) => name),
  );
  const viewport = { width: 360, height: 170 };
  const plan = planByRules(request([content([text('Hi')])], { routing: { kind: 'output', viewport } }));
  t.deepEqual(
    actionsOf(plan).map(({ displayId }) => displayId),
    [null],
  );
});

test('the rules decline only when that is allowed and nothing is new', (t) => {
  const yesterday = new Date(NOW.getTime() - 86_400_000);
  const old = content([text('Buy milk')], { role: 'context', createdAt: yesterday });
  const fresh = content([text('Buy eggs')], { role: 'context', createdAt: NOW });
  const shown = [display('a', { shows: shows('x', '2026-11-20T09:00:00Z') })];
  const outcome = (contents: PlanRequest['contents'], more: Partial<PlanRequest> = {}) =>
    planByRules(request(contents, { displays: shown, mayDecline: true, ...more })).outcome;
  t.is(outcome([old]), 'no_change');
  t.is(outcome([old, fresh]), 'presentations');
  t.is(outcome([old], { intent: 'a summary of yesterday' }), 'presentations');
  t.is(outcome([old], { displays: [display('empty')] }), 'presentations');
  t.is(outcome([content([text('')], { role: 'context' })]), 'no_change');
  t.is(outcome([old], { mayDecline: false }), 'presentations');
});
