import test from 'ava';
import { countWords } from '#shared/count-words.ts';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox(), texts: { timeLimitMs: 60_000 } });
test.after.always(() => extractor.close());

const MANY = 3000;
const lines = (line: (n: number) => string) => Array.from({ length: MANY }, (_, n) => line(n)).join('\n');

for (const [what, contentType, text] of [
  ['a list', 'text/plain', lines((n) => `- apple${n}`)],
  ['names and values', 'text/plain', lines((n) => `Room${n}: blue${n}`)],
  ['paragraphs', 'text/plain', lines((n) => `Sentence${n} ends.\n`)],
  ['Markdown with a list', 'text/markdown', `# Stock\n\n${lines((n) => `- apple${n}`)}`],
  ['Markdown with paragraphs', 'text/markdown', `# Stock\n\n${lines((n) => `Sentence${n} ends.\n`)}`],
] as const)
  test(`no words of ${what} with thousands of parts are lost`, async (t) => {
    const { digest } = await extractor.digest({ bytes: Buffer.from(text), contentType });
    const kept = JSON.stringify(digest.blocks);
    for (const word of text.match(/\p{L}+\d+/gu) ?? [])
      if (!kept.includes(word)) return t.fail(`${word} is neither on the page nor counted`);
    t.is(digest.omitted, 0);
    t.true(countWords(kept) > MANY);
  });

test('rows of a file with hundreds of thousands of rows are shown or counted', async (t) => {
  const rows = 700_000;
  const { digest } = await extractor.digest({
    bytes: Buffer.from('a,1\n'.repeat(rows)),
    contentType: 'text/csv',
  });
  const [table] = digest.blocks;
  t.is((table?.kind === 'table' ? table.rows.length : 0) + digest.omittedItems, rows);
});
