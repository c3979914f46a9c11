import test from 'ava';
import { readMarkdown } from '#worker/extract/read-markdown.ts';

/** The blocks of a Markdown text as `kind: words`. */
async function read(text: string): Promise<string[]> {
  const { value } = await readMarkdown(new TextEncoder().encode(text));
  return value.blocks.map((block) => `${block.kind}: ${'text' in block ? block.text : ''}`);
}

test('a table of contents, its heading and links to the top are left out', async (t) => {
  const contents = '## Contents\n\n- [Panels](#panels)\n- [Drivers](#drivers)\n  - [SPI](#spi)\n';
  const chapters = '## Panels\n\nSeven inches.\n\n## Drivers\n\n### SPI';
  t.deepEqual(await read(`# Paper\n\n${contents}\n${chapters}\n\n**[back to top](#paper)**`), [
    'heading: Paper',
    'heading: Panels',
    'paragraph: Seven inches.',
    'heading: Drivers',
    'heading: SPI',
  ]);
  t.is((await read(`# Paper\n\n${contents}\nWords.`)).length, 6, 'a list of what stands nowhere else stays');
  t.is(
    (await read('# Links\n\n- [A](#a)\n- [B](https://b.example)\n- [C](#c)')).length,
    4,
    'other links are a list',
  );
});

test('pictures that are buttons, or are beside the words of a heading, are removed', async (t) => {
  const button = '[![Sponsor us](https://x.example/sponsor.svg)](https://x.example/sponsor)';
  t.deepEqual(
    await read(
      `# Ferry ![logo](l.png) [![Awesome](https://awesome.re/badge.svg)](https://awesome.re)\n\n${button}\n${button}\n\nWords.`,
    ),
    ['heading: Ferry', 'paragraph: Words.'],
  );
  t.deepEqual(
    await read('# ![Hofladen Brandt](logo.png)'),
    ['heading: Hofladen Brandt'],
    'a title may be a picture',
  );
});

test('alerts, footnotes, highlights, wiki links and line breaks of GitHub and notebooks are converted', async (t) => {
  t.deepEqual(await read('> [!WARNING]\n> Read the notes.'), ['quote: Warning: Read the notes.']);
  t.deepEqual(await read('Say who[^1].\n\n[^1]: By name.'), [
    'paragraph: Say who¹.',
    'paragraph: ¹ By name.',
  ]);
  t.deepEqual(await read('Call [[Anna Berg]] or [[p/ole|Ole]], ==soon==: a == b<br/>Then go.'), [
    'paragraph: Call Anna Berg or Ole, soon: a == b\nThen go.',
  ]);
  t.deepEqual(await read('## [1.3.2] - 2026-10-02'), ['heading: 1.3.2 - 2026-10-02']);
});

test('single tildes are unchanged', async (t) => {
  t.deepEqual(await read('平日 9~18時、土曜10~15時'), ['paragraph: 平日 9~18時、土曜10~15時']);
  t.deepEqual(await read('Keep ~~bread~~ milk.'), ['paragraph: Keep ~~bread~~ milk.']);
});

test('a comparison is not a highlight', async (t) => {
  t.deepEqual(await read('If a==b and c==d, then ==stop==.'), ['paragraph: If a==b and c==d, then stop.']);
});

test('descriptions of linked photographs are kept', async (t) => {
  t.deepEqual(await read('[![Kitchen](k.jpg)](k.jpg) [![Garden](g.png)](g-large.png)'), [
    'paragraph: Kitchen Garden',
  ]);
  t.deepEqual(await read('[Read the story](#story-of-anna)'), ['paragraph: Read the story']);
});
