import test from 'ava';
import { adversarialMarkup, adversarialTexts, slowTexts } from '#test/support/adversarial-texts.ts';
import { describeBlocks } from '#worker/extract/describe.ts';
import { digestText } from '#worker/extract/digest-text.ts';
import { readJson } from '#worker/extract/json/read-json.ts';
import { readHtml } from '#worker/extract/read-html.ts';
import { readMarkdown } from '#worker/extract/read-markdown.ts';
import { measureText } from '#worker/imaging/measure-text.ts';
import { UnreadableError } from '#worker/sandbox/errors.ts';

const bytesOf = (text: string) => Buffer.from(text);
const page = { url: 'https://a.example/', charset: 'utf-8' };

test.before(
  'modules and fonts are loaded before the measurements',
  () => void digestText('The quick brown fox.'),
);

test.serial('reading a text takes time in proportion to its length', async (t) => {
  t.deepEqual(await slowTexts(adversarialTexts(), (text) => digestText(text)), []);
});

test.serial('reading JSON takes time in proportion to its length', async (t) => {
  const asMember = (text: string) =>
    describeBlocks(readJson(JSON.stringify({ a: text, [text]: 'b', c: [text] })).blocks);
  t.deepEqual(await slowTexts(adversarialTexts(['run', 'lines']), asMember), []);
  t.deepEqual(await slowTexts(adversarialTexts(['run']), (text) => digestText(`["${text}`)), []);
});

test.serial('reading Markdown takes time in proportion to its length', async (t) => {
  const read = async (text: string) => {
    const { blocks } = (await orUnreadable(readMarkdown(bytesOf(text))))?.value ?? { blocks: [] };
    describeBlocks(blocks);
  };
  const texts = adversarialTexts(['run', 'spaced', 'lettered', 'lines', 'heading']);
  // Lists in lists take 8 microseconds a character, however many there are.
  t.deepEqual(await slowTexts(texts, read, 40), []);
});

test.serial('reading HTML takes time in proportion to its length', async (t) => {
  const read = async (html: string) => {
    const reading = await orUnreadable(readHtml(bytesOf(html), page));
    if (reading) describeBlocks(reading.value.blocks);
  };
  const inPage = (text: string) => {
    const words = text.replaceAll(/[<&"]/g, '(');
    return read(
      `<title>${words}</title><meta name="author" content="${words}"><h1>${words}</h1><p>${words}<ul><li>${words}</ul>`,
    );
  };
  t.deepEqual(await slowTexts(adversarialTexts(['run', 'lettered', 'lines']), inPage), []);
  // Every token may be a node of its own.
  t.deepEqual(await slowTexts(adversarialMarkup(), read, 40), []);
});

test.serial('setting a text on a page takes time in proportion to its length', async (t) => {
  const set = (text: string) => measureText({ width: 700, height: 300 }, { text, size: 30, minSize: 12 });
  t.deepEqual(await slowTexts(adversarialTexts(['run', 'spaced', 'lettered', 'lines']), set), []);
});

/** Null where nesting without end is refused. */
async function orUnreadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}
