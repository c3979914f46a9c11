import { readFile } from 'node:fs/promises';
import test from 'ava';
import { createOcr } from '#worker/extract/ocr.ts';
import { GlobalFonts } from '#worker/imaging/canvas.ts';
import { fontFiles } from '#worker/imaging/fonts.ts';
import { unwrapWoff } from '#worker/imaging/unwrap-woff.ts';
import { createSandbox } from '#worker/sandbox/sandbox.ts';

const sandbox = createSandbox({ children: 1, wallMs: 60_000, cpuSeconds: 60 });
const ocr = createOcr({ timeLimitMs: 120_000 });
test.after.always(() => Promise.all([sandbox.close(), ocr.close()]));

async function draw(text: string, family: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><rect width="600" height="120" fill="#fff"/><text x="20" y="80" font-size="48" font-family="${family}">${text}</text></svg>`;
  const { picture } = await sandbox.run('rasterise-svg', Buffer.from(svg), { side: 600 });
  return picture!;
}

test.serial(
  'text in a drawing is drawn with the fonts of the project, whichever fonts the machine has',
  async (t) => {
    const [own, installed, unknown, serif] = [
      await draw('Street festival', 'sans-serif'),
      await draw('Street festival', 'DejaVu Sans'),
      await draw('Street festival', 'No Such Family'),
      await draw('Street festival', 'Georgia'),
    ];
    t.deepEqual(installed.data, own.data);
    t.deepEqual(unknown.data, own.data);
    t.notDeepEqual(serif.data, own.data);
    t.regex((await ocr.read(own)).text, /Street festival/);
  },
);

test.serial('a drawing has letters of other scripts', async (t) => {
  // The box for a missing letter is always the same: two letters would begin with the same columns.
  const inkAt = async (letter: string) => {
    const { data, width, height } = await draw(letter, 'sans-serif');
    const rows = Array.from({ length: height }, (_, y) => y);
    return rows.map((y) =>
      rows
        .slice(20, 90)
        .map((x) => (data[3 * (y * width + x)]! < 128 ? 1 : 0))
        .join(''),
    );
  };
  for (const [one, other] of ['日語', 'ЖФ', 'ΩΨ', '한글', 'שב', 'กด'].map((pair) => [...pair])) {
    const [a, b] = [await inkAt(one!), await inkAt(other!)];
    const differing = a.filter((row, index) => row !== b[index]).length;
    t.true(differing > 10, `${one} and ${other} differ in ${differing} rows`);
    t.true(a.some((row) => row.includes('1')));
  }
});

test('every font of the project can be decompressed', async (t) => {
  const files = fontFiles();
  t.true(files.length > 60);
  for (const file of files) {
    const font = await unwrapWoff(await readFile(file));
    t.truthy(GlobalFonts.register(font, `unwrapped ${file}`), file);
  }
  await t.throwsAsync(unwrapWoff(Buffer.from('no font at all')), { instanceOf: RangeError });
});
