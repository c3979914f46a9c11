import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import sharp from 'sharp';
import { photographJpeg, randomNumbers } from '#test/support/images.ts';
import { drawPdf, drawTextPng, newsPage } from '#test/support/papers.ts';
import { until, within } from '#test/support/until.ts';
import { createExtractor } from '#worker/extract/digest-asset.ts';
import type { Ocr } from '#worker/extract/ocr.ts';
import { readHtml } from '#worker/extract/read-html.ts';
import { readMarkdown } from '#worker/extract/read-markdown.ts';
import { createSandbox, SandboxFailedError, UnreadableError } from '#worker/sandbox/sandbox.ts';
import { programOf, spawnChild } from '#worker/sandbox/spawn-child.ts';

/** OCR gets pixels only, whatever the file. It is left out here because it takes long. */
const noOcr: Ocr = { read: async () => ({ text: '', lines: [], certain: false }), close: async () => {} };
const sandbox = createSandbox({ children: 2, cpuSeconds: 2, wallMs: 20_000 });
const extractor = createExtractor({ sandbox, ocr: noOcr });
// Bombs use all of the processor time that they are given.
const hurried = createExtractor({
  sandbox: createSandbox({ children: 1, cpuSeconds: 1, wallMs: 20_000 }),
  ocr: noOcr,
});
test.after.always(() => Promise.all([extractor.close(), hurried.close()]));

/** Makes one to eight changes: a byte, a run of bytes copied elsewhere, the end cut off, a large number. */
function mutate(source: Uint8Array, random: () => number): Uint8Array {
  let bytes = Buffer.from(source);
  for (let changes = 1 + (random() % 8); changes > 0; changes--) {
    const at = random() % bytes.length;
    const kind = random() % 5;
    if (kind === 0) bytes[at] = random() & 255;
    else if (kind === 1) bytes.copy(bytes, random() % bytes.length, at, at + (random() % 64));
    else if (kind === 2) bytes.fill(0xff, at, Math.min(at + 4, bytes.length));
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + 200), bytes.subarray(at)]);
    else if (random() % 4 === 0) bytes = bytes.subarray(0, Math.max(16, at));
  }
  return bytes;
}

/** Asserts that bytes are read, or refused as unreadable. */
async function survives(
  t: { pass(): void; fail(message: string): void },
  work: Promise<unknown>,
  what: string,
): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof UnreadableError)) t.fail(`${what}: ${(error as Error).stack}`);
    return false;
  }
}

test.serial('700 corrupted pictures are read or refused, in bounded memory', async (t) => {
  const random = randomNumbers(7);
  const drawing = sharp(drawTextPng(['Hello'], 200));
  const sources: [string, Uint8Array][] = [
    ['image/png', await drawing.clone().png().toBuffer()],
    ['image/png', await drawing.clone().png({ palette: true, progressive: true }).toBuffer()],
    ['image/jpeg', await photographJpeg(160, 100)],
    ['image/jpeg', await drawing.clone().jpeg({ progressive: true }).toBuffer()],
    ['image/gif', await drawing.clone().gif().toBuffer()],
    ['image/webp', await drawing.clone().webp().toBuffer()],
    ['image/webp', await drawing.clone().webp({ lossless: true }).toBuffer()],
  ];
  const before = process.memoryUsage().rss;
  let read = 0;
  for (let i = 0; i < 700; i++) {
    const [contentType, source] = sources[i % sources.length]!;
    const bytes = mutate(source, random);
    if (await survives(t, extractor.digest({ contentType, bytes }), `${contentType} ${i}`)) read++;
  }
  t.true(read > 20 && read < 690, `${read} of 700 were read`);
  t.true(process.memoryUsage().rss - before < 300e6);
});

test.serial('Markdown that is nested very deeply is read as plain text', async (t) => {
  const bytes = Buffer.from(`${'> '.repeat(40_000)}\n\nThe wheelbarrow was repaired.`);
  const { digest } = await extractor.digest({ contentType: 'text/markdown', bytes });
  t.regex(digest.text, /The wheelbarrow was repaired\.$/);
});

/** Seconds of processor time that reading a page takes, and the error that it ends with, if any. */
async function timeToRead(page: string): Promise<{ seconds: number; error: unknown }> {
  const before = process.threadCpuUsage();
  const read = readHtml(Buffer.from(page), { url: 'https://a.example/', charset: null });
  const error = await read.then(
    () => null,
    (reason: unknown) => reason,
  );
  const { user, system } = process.threadCpuUsage(before);
  return { seconds: (user + system) / 1e6, error };
}

/** Far more than the slowest of these pages takes, and far less than it took when work grew with the square. */
const MAX_SECONDS = 6;

test.serial(
  'a title and headings of many thousand words are read in time that grows with their number',
  async (t) => {
    const words = (letter: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${letter}${n}`).join(' ');
    const headings = `<h2>${words('a', 20)}</h2>`.repeat(5000);
    for (const body of [`<h1>${words('a', 60_000)}</h1>`, headings]) {
      const page = `<html><head><title>${words('b', 60_000)}</title></head><body>${body}<p>Text</p></body></html>`;
      const { seconds, error } = await timeToRead(page);
      t.is(error, null);
      t.true(seconds < MAX_SECONDS, `${seconds} s`);
    }
  },
);

test.serial(
  'a page whose nested elements or number of elements would take Readability too long is read without it, in time',
  async (t) => {
    const nested = (levels: number, inside: string) =>
      `${'<div>'.repeat(levels)}${inside}${'</div>'.repeat(levels)}`;
    const pages = ['<b>x</b>'.repeat(3000), 'word '.repeat(50_000)].map((inside) => nested(470, inside));
    for (const body of [...pages, '<p>A line of a list</p>'.repeat(70_000)]) {
      const { seconds, error } = await timeToRead(`<html><body>${body}</body></html>`);
      t.is(error, null);
      t.true(seconds < MAX_SECONDS, `${seconds} s`);
    }
    const deep = await timeToRead(`<html><body>${nested(60, newsPage())}</body></html>`);
    t.is(deep.error, null);
    const large = await timeToRead(`<html><body>${nested(25, newsPage().repeat(20))}</body></html>`);
    t.is(large.error, null);
  },
);

test.serial('280 corrupted pages and Markdown files are read or refused', async (t) => {
  const random = randomNumbers(11);
  const page = Buffer.from(newsPage());
  const markdown = Buffer.from(
    '# A\n\n- [ ] b *c* `d`\n\n| e | f |\n|---|---|\n| g | h |\n\n> i\n> j\n\n```\nk\n```\n'.repeat(8),
  );
  for (let i = 0; i < 140; i++) {
    await survives(
      t,
      readHtml(mutate(page, random), { url: 'https://a.example/', charset: null }),
      `HTML ${i}`,
    );
    await survives(t, readMarkdown(mutate(markdown, random)), `Markdown ${i}`);
  }
  t.pass();
});

test.serial('20 corrupted PDFs and drawings, each in a child process, are read or refused', async (t) => {
  const random = randomNumbers(13);
  const pdf = drawPdf('Report', [{ heading: 'Report', lines: ['One line', 'and another'] }]);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><g filter="url(#a)"><rect width="9" height="9"/></g><filter id="a"><feGaussianBlur stdDeviation="3"/></filter></svg>',
  );
  const jobs: Promise<boolean>[] = [];
  for (let i = 0; i < 10; i++) {
    jobs.push(
      survives(
        t,
        extractor.digest({ contentType: 'application/pdf', bytes: mutate(pdf, random) }),
        `PDF ${i}`,
      ),
    );
    jobs.push(
      survives(t, extractor.digest({ contentType: 'image/svg+xml', bytes: mutate(svg, random) }), `SVG ${i}`),
    );
  }
  await Promise.all(jobs);
  t.pass();
});

const filter =
  '<feGaussianBlur stdDeviation="90"/><feMorphology operator="dilate" radius="80"/><feTurbulence numOctaves="99"/>';
const bombs: [string, string, Uint8Array][] = [
  [
    'SVG of stacked filters',
    'image/svg+xml',
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f">${filter.repeat(30)}</filter>${'<g filter="url(#f)">'.repeat(5)}<rect width="3000" height="3000"/>${'</g>'.repeat(5)}</svg>`,
    ),
  ],
  [
    'SVG of a billion uses',
    'image/svg+xml',
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><g id="u0"><rect width="9" height="9"/></g>${Array.from({ length: 30 }, (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`).join('')}</svg>`,
    ),
  ],
  ['HTML of 300,000 levels', 'text/html', Buffer.from('<div>'.repeat(300_000))],
  ['PDF of a picture of 3.6 gigapixels', 'application/pdf', hugePdf()],
];
for (const [what, contentType, bytes] of bombs) {
  test.serial(`${what} is ended by the limits`, async (t) => {
    const started = performance.now();
    const before = process.memoryUsage().rss;
    await survives(t, hurried.digest({ contentType, bytes }), what);
    t.true(performance.now() - started < 180_000);
    t.true(process.memoryUsage().rss - before < 100e6);
  });
}

test.serial('a task whose child process is killed may be tried again', async (t) => {
  const own = createSandbox({ children: 1 });
  const work = own.run('rasterise-svg', bombs[0]![2], { side: 1600 });
  await setImmediate();
  await own.close();
  await t.throwsAsync(work, { instanceOf: SandboxFailedError });
});

test.serial('a child process that takes too much memory is ended', async (t) => {
  const small = createSandbox({ children: 1, heapMib: 24 });
  const page = Buffer.from('<p>one <b>two</b></p>'.repeat(100_000));
  await t.throwsAsync(small.run('read-html', page, { url: 'https://a.example/', charset: null }), {
    instanceOf: UnreadableError,
    message: /memory/,
  });
  await small.close();
});

const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;
onLinux('a child has limits, no environment to leak, and may start, write and reach nothing', async (t) => {
  const child = spawnChild({ cpuSeconds: 5, addressSpaceKib: 2_000_000, heapMib: 64 }, [
    programOf('read-html'),
  ]);
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  // The shell sets the limits and is then replaced by the child process.
  await until('the child to run', () => proc('cmdline').startsWith(process.execPath), { everyMs: 0 });
  t.regex(proc('limits'), /Max cpu time +5 /);
  t.regex(proc('limits'), /Max address space +2048000000 /);
  t.regex(proc('limits'), /Max core file size +0 /);
  const names = proc('environ')
    .split('\0')
    .map((entry) => entry.split('=')[0]);
  t.false(
    names.some((name) => /SECRET|DATABASE|TOKEN|KEY|HOME/.test(name ?? '')),
    names.join(),
  );
  t.true(proc('cmdline').includes('--permission'));
  t.notRegex(proc('cmdline'), /--allow-(?:fs-write|child-process|worker|wasi|inspector)/);
  child.kill('SIGKILL');
});

onLinux('no font of the machine is in the memory of a child that reads a PDF', async (t) => {
  const child = spawnChild({ cpuSeconds: 10, addressSpaceKib: 2_000_000, heapMib: 384 }, [
    programOf('read-pdf'),
  ]);
  await within('the child to be ready', once(child.stdout as Readable, 'data'));
  const files = readFileSync(`/proc/${child.pid}/maps`, 'utf8').match(/\/\S+\.(?:ttf|ttc|otf|pfb)$/gm) ?? [];
  child.kill('SIGKILL');
  t.deepEqual(
    files.filter((file) => !file.includes('/node_modules/')),
    [],
  );
});

/** A PDF with one picture that declares 60,000 pixels per side; its data is a few bytes of deflate. */
function hugePdf(): Buffer {
  const draw = '600 0 0 600 0 0 cm /I Do';
  const image =
    '<< /Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length 3 >>\nstream\nabc\nendstream endobj';
  return Buffer.from(
    `%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >> endobj\n4 0 obj << /Length ${draw.length} >>\nstream\n${draw}\nendstream endobj\n5 0 obj ${image}\ntrailer << /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  );
}
