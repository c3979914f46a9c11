import { readJson } from '#worker/extract/json/read-json.ts';

/** What the page of a document has: its facts as lines, its rows, its text, and the number of words that are left out. */
export function readFacts(document: unknown) {
  const { title, lead, blocks, omitted } = readJson(JSON.stringify(document));
  const facts = blocks.flatMap((block) => (block.kind === 'pair' ? [`${block.key}: ${block.value}`] : []));
  const table = blocks.find((block) => block.kind === 'table');
  const text = blocks.find((block) => block.kind === 'paragraph')?.text;
  return { title, lead, facts, header: table?.header, rows: table?.rows, text, omitted };
}
