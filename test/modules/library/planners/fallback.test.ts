import test from 'ava';
// Behind index.ts: planners of the test, which no setting can name.
import { planPages } from '../../../../modules/library/analyses/run/plan-pages.ts';
import type { PlanLog } from '../../../../modules/library/analyses/run/run-log.ts';
import type { Planner } from '../../../../modules/library/planners/planner.ts';
import { rulesPlanner } from '../../../../modules/library/planners/rules/rules-planner.ts';
import { pageTemplates } from '../../../../modules/page-templates.ts';
import { content, display, recorder, request, text, VIEWPORT } from './material.ts';
import { note, scriptedModel } from './model.ts';

/** Plans as a run does: the planner, the rules behind it, and the pages laid out. */
function run(planner: Planner, words = '- Milk\n- Eggs\n- Bread') {
  const types: string[] = [];
  const log: PlanLog = {
    ...recorder(),
    add: (...events) => void types.push(...events.map(({ type }) => type)),
  };
  const planned = planPages({
    ports: { templates: pageTemplates, planner, fallbackPlanner: rulesPlanner },
    request: request([content([text(words)])], { displays: [display('Wall')] }),
    pictures: new Set(),
    sizeOf: () => ({ viewport: VIEWPORT, colorMode: 'monochrome' }),
    log,
  });
  return { planned, types };
}

test('the plan of a model is laid out', async (t) => {
  const { planned } = run(scriptedModel([note('Milk, eggs, bread')]).planner);
  const result = await planned;
  if (result.outcome !== 'presentations') return t.fail();
  t.deepEqual(
    result.pages.map(({ action }) => action.template),
    ['note'],
  );
  t.deepEqual(result.warnings, []);
});

for (const [what, replies] of Object.entries({
  'never answers sensibly': [1, 2, 3].map(() => () => ({ says: 'A note, I think.' })),
  declines: [() => ({ message: { refusal: 'No.' } })],
  'does not know the key': [() => ({ status: 401 })],
})) {
  test(`when the model ${what}, the rules decide, with a warning`, async (t) => {
    const { requests, planner } = scriptedModel(replies);
    const { planned, types } = run(planner);
    const result = await planned;
    if (result.outcome !== 'presentations') return t.fail();
    t.deepEqual(
      result.pages.map(({ action }) => action.template),
      ['list'],
    );
    t.deepEqual(
      result.warnings.map(({ code }) => code),
      ['planner_fallback'],
    );
    t.true(types.includes('planner.failed'));
    t.is(requests.length, replies.length);
  });
}

test('characters that no font has are named in a warning', async (t) => {
  const result = await run(rulesPlanner, 'Hello ᏣᎳᎩ').planned;
  if (result.outcome !== 'presentations') return t.fail();
  const [warning] = result.warnings;
  t.is(warning?.code, 'missing_glyphs');
  t.regex(warning?.message ?? '', /U\+13E3, U\+13B3, U\+13A9\.$/);
  t.deepEqual(((await run(rulesPlanner, 'Hello नमस्ते 你好').planned) as { warnings: unknown[] }).warnings, []);
});
