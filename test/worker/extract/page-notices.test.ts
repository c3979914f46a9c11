import test from 'ava';
import { createSameProcessSandbox } from '#test/support/same-process-sandbox.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';

const extractor = createExtractor({ sandbox: createSameProcessSandbox() });
test.after.always(() => extractor.close());

const PROSE = 'The council met in the small hall and spoke about the old harbour for most of the evening. ';

async function digestOf({ body }: { body: string }) {
  const html = `<!doctype html><html lang="en"><head><title>Harbour</title></head><body>${body}</body></html>`;
  const page = { bytes: Buffer.from(html), contentType: 'text/html', url: 'https://gazette.example/harbour' };
  return (await extractor.digest(page)).digest;
}

test('bare headings of a page that a script fills in are left out, and questions stay', async (t) => {
  const body = (headings: string[]) =>
    `<main><p>${PROSE}</p>${headings.map((text) => `<h2>${text}</h2>`).join('')}</main>`;
  const { text } = await digestOf({ body: body(['Topics', 'Resources', 'License', 'Stars']) });
  t.is(text.trim(), PROSE.trim());
  const asked = await digestOf({
    body: body(['When does it open?', 'May dogs come in?', 'Is there a lift?']),
  });
  t.true(asked.text.includes('May dogs come in?'));
});

test('offers of newsletters and terms of copies are not text of an article', async (t) => {
  const notices = [
    'Anna Weber, our editor, selects her favourite stories in this weekly newsletter.',
    'This copy is for your personal, non-commercial use only. To order copies visit our shop.',
    'To read the rest of the story, please subscribe.',
  ];
  const body = `<article><p>${notices.join('</p><p>')}</p><p>${PROSE.repeat(6)}</p></article>`;
  const { text } = await digestOf({ body });
  for (const notice of notices) t.false(text.includes(notice), notice);
});
