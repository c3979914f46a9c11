import test from 'ava';
import { content, display, request, shows, text } from '#test/modules/library/planners/material.ts';
// Behind index.ts: every reason of the planner, without a run for each.
import { type Placing, placeContents } from '../../modules/library/planners/rules/place-contents.ts';
import { planByRules } from '../../modules/library/planners/rules/rules-planner.ts';
import { reasonInWords } from '../../portal/screens/library/reason-words.ts';

const walls = () => [
  display('Kitchen', { shows: shows('Soup', '2026-11-20T08:00:00.000Z'), queued: 2 }),
  display('Hall', { online: false }),
];
const note = () => [content([text('Buy milk')])];
const inWords = (reasons: string[]) => reasons.map((reason) => reasonInWords(reason, 'rules', () => '08:00'));
const reasonsOf = ({ reasons }: Placing) => inWords(reasons);

test("the rules' reasons for a display are shown in sentences", (t) => {
  const displays = walls();
  t.deepEqual(reasonsOf(placeContents(request(note(), { displays }))), [
    'No wall was named, and this one suited best: it was connected, 2 pages waited there, and it had shown the same since 08:00.',
  ]);
  t.deepEqual(reasonsOf(placeContents(request(note(), { displays: displays.slice(1) }))), [
    'No wall was named, and this one suited best: it was away, as all were, nothing waited there, and it showed nothing yet.',
  ]);
  const ids = displays.map(({ id }) => id);
  t.deepEqual(reasonsOf(placeContents(request(note(), { displays }), ids)), [
    'Your words seem to mean this wall.',
  ]);
  t.deepEqual(reasonsOf(placeContents(request(note(), { displays, routing: { kind: 'all' } }))), [
    'It went where it was pushed to.',
  ]);
  const named = placeContents(request(note(), { displays, intent: 'put it in the kitchen' }));
  t.deepEqual(reasonsOf(named), ['You named “kitchen”.']);
  const everywhere = placeContents(request(note(), { displays, intent: 'show it on every display' }));
  t.deepEqual(reasonsOf(everywhere), ['You asked for every wall.']);
});

test("reasons that are visible on the page are left out, and a model's reasons are quoted", (t) => {
  const plan = planByRules(request(note(), { displays: walls(), routing: { kind: 'all' } }));
  t.deepEqual(inWords(plan.outcome === 'presentations' ? plan.reasons.slice(1) : []), [null, null]);
  const declined = planByRules(request([], { displays: walls(), mayDecline: true }));
  t.deepEqual(inWords(declined.outcome === 'no_change' ? [declined.reason] : []), [
    'There was nothing to show.',
  ]);
  t.is(
    reasonInWords('list: it is one', 'llm', () => ''),
    'The language model says: “list: it is one”',
  );
});
