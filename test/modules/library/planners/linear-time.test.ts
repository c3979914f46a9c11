import test from 'ava';
import { adversarialTexts, slowTexts } from '#test/support/adversarial-texts.ts';
import { checkLegibility } from '#worker/layout/check-legibility.ts';
import { layOutTemplate, type TemplateName } from '#worker/layout/templates/index.ts';
// Behind index.ts: the time of single functions, on texts that a request may not hold.
import { readAnswer } from '../../../../modules/library/planners/llm/read-answer.ts';
import { planByRules } from '../../../../modules/library/planners/rules/rules-planner.ts';
import { documentGrams, searchDocument } from '../../../../modules/library/search/search-text.ts';
import { actionsOf, content, display, pushed, request, text, VIEWPORT } from './material.ts';

const USER = '0193a000-0000-7000-8000-0000000000aa';
const MAX_INTENT = 2_000;

test.serial(
  'no text makes planning and laying out its page take a time that grows faster than its length',
  async (t) => {
    const kitchen = display('Kitchen');
    const lay = (words: string) => {
      const plan = planByRules(request([content([text(words)])], { displays: [kitchen] }));
      for (const { template, parameters } of actionsOf(plan)) {
        const scene = layOutTemplate(template as TemplateName, parameters as never, VIEWPORT, 'monochrome');
        checkLegibility(scene);
      }
    };
    lay('The first text loads what the others use.');
    t.deepEqual(await slowTexts(adversarialTexts(['run', 'lettered', 'lines', 'bullets']), lay), []);
  },
);

/** Many parts that share a column, a record or a table, as many as go into a text. */
const MANY_PARTS: Record<string, (index: number) => string> = {
  messages: (index) => `${index % 2 ? 'Anna' : 'Ben'}: hello ${index}\n`,
  'messages of as many speakers': (index) => `Anna ${index}: hello\n`,
  items: () => '- x\n',
  'ticked items': () => '- [x] a b\n',
  'numbered items': (index) => `${index + 1}. item\n`,
  'names and figures apart': () => 'ab  1\n',
  'torn columns': (index) => (index % 3 ? 'ab  1\n' : 'abcdef  gh\n'),
  'columns within one of a rare line': (index) => (index % 200 === 199 ? 'abcd  e\n' : 'a  b\n'),
  'names and values': (index) => `key ${index}: value\n`,
  'cells of one row': (index) => (index === 0 ? '|a|b|\n|-|-|\n|' : `c${index}|`),
  'columns of a CSV': (index) => (index % 300 === 299 ? `${index}\n` : `${index},`),
  'members of an object': (index) => `${index === 0 ? '{' : ','}"temp_${index}_f":${index}`,
  'members with units': (index) =>
    `${index === 0 ? '{' : ','}"m${index}_units":{"a":"m"},"m${index}":{"a":1}`,
};

test.serial(
  'no material of many parts makes planning and laying out its page grow faster than its size',
  async (t) => {
    const kitchen = display('Kitchen');
    const lay = (words: string) => {
      const plan = planByRules(request([content([pushed(words)])], { displays: [kitchen] }));
      for (const { template, parameters } of actionsOf(plan))
        layOutTemplate(template as TemplateName, parameters as never, VIEWPORT, 'monochrome');
    };
    const texts = Object.entries(MANY_PARTS).map(([name, piece]) => ({
      name,
      ofLength(characters: number) {
        let text = '';
        for (let index = 0; text.length < characters - 100; index++) text += piece(index);
        return text.startsWith('{') ? `${text}}` : text;
      },
    }));
    lay('- The first list loads what the others use.\n- And more.');
    t.deepEqual(await slowTexts(texts, lay), []);
  },
);

test.serial('making the search document of a text takes time in proportion to its length', async (t) => {
  const index = (words: string) => documentGrams(searchDocument([words]), USER);
  t.deepEqual(await slowTexts(adversarialTexts(['run', 'lettered']), index), []);
});

test.serial('reading an answer of a model takes time in proportion to its length', async (t) => {
  const read = (words: string) => [
    readAnswer(words),
    readAnswer(`\`\`\`${words}`),
    readAnswer(`<think>${words}`),
  ];
  t.deepEqual(await slowTexts(adversarialTexts(['run', 'lettered', 'spaced']), read), []);
});

test.serial('an intent with many words that may join names is read in bounded time', (t) => {
  const displays = [display('Kitchen'), display('Office')];
  for (const word of ['en', 'of', 'and', 'screens']) {
    const between = `${word} `.repeat(MAX_INTENT / (word.length + 1));
    const intent = `not on Kitchen ${between}x Office`;
    const before = process.threadCpuUsage();
    planByRules(request([content([text('Hello')])], { displays, intent }));
    const { user, system } = process.threadCpuUsage(before);
    t.true(user + system < 2_000_000, word);
  }
});
