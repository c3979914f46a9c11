import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { PNG } from 'pngjs';
import {
  createPixels,
  InvalidImageError,
  type PixelSource,
  RenderCrashedError,
} from '#worker/imaging/pool.ts';
import { tonedLuminance, toneTable } from '#worker/imaging/tone.ts';
import { stretchedImage } from '#worker/layout/stretched-image.ts';
import { drawPhotograph, encode, photographPng } from '../../support/images.ts';
import { referenceDither, referencePack } from '../../support/reference-dither.ts';

const PANEL = { width: 800, height: 480, toneExponent: 1.3, tone: 'plain' } as const;
const png = (input: string | Uint8Array): PixelSource => ({ kind: 'image', input, contentType: 'image/png' });
const misbehaving = (failure: string): PixelSource => ({
  kind: 'image',
  input: new Uint8Array(1),
  contentType: failure,
});

const pixels = createPixels({ threads: 2 });
test.after.always(() => pixels.close());

test('a picture of the panel’s size becomes exactly the reference’s frames', async (t) => {
  const drawing = drawPhotograph(800, 480, 3);
  const frames = await pixels.renderFrames(png(await encode(drawing).png().toBuffer()), PANEL);
  const codes = tonedLuminance(drawing.data, 3, toneTable(1.3));
  for (const bits of [1, 2, 4] as const) {
    const expected = referencePack(referenceDither(codes, 800, 480, 1 << bits), bits);
    t.is(Buffer.compare(frames[`raw${bits}`], expected), 0, `raw${bits}`);
  }
  const preview = PNG.sync.read(Buffer.from(frames.png));
  t.deepEqual([preview.width, preview.height], [800, 480]);
  for (let i = 0, p = 0; p < drawing.data.length; i += 4, p += 3) {
    if (preview.data[i] !== drawing.data[p] || preview.data[i + 2] !== drawing.data[p + 2]) {
      t.fail(`pixel ${i / 4} of the preview`);
      break;
    }
  }
});

test('the tone exponent darkens the frames and leaves the preview', async (t) => {
  const bytes = await photographPng();
  const render = (toneExponent: number) =>
    pixels.renderFrames(png(Buffer.from(bytes)), { ...PANEL, toneExponent });
  const [light, dark] = await Promise.all([render(1), render(2)]);
  const white = (frame: Uint8Array) =>
    frame.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  t.true(white(dark.raw1) < white(light.raw1) * 0.9);
  t.is(Buffer.compare(dark.png, light.png), 0);
});

test('files and bytes give the same frames', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pixels-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const bytes = await photographPng();
  await writeFile(join(folder, 'picture'), bytes);
  const [fromFile, fromBytes] = await Promise.all([
    pixels.renderFrames(png(join(folder, 'picture')), PANEL),
    pixels.renderFrames(png(bytes), PANEL),
  ]);
  t.is(Buffer.compare(fromFile.raw1, fromBytes.raw1), 0);
});

test('bytes are transferred to the thread, and results transferred back', async (t) => {
  const bytes = new Uint8Array(await photographPng());
  const { raw1 } = await pixels.renderFrames(png(bytes), PANEL);
  t.is(bytes.byteLength, 0, 'given away');
  t.is(raw1.byteLength, raw1.buffer.byteLength);
});

test('a slice of a shared buffer is copied, and stays usable', async (t) => {
  const whole = Buffer.concat([Buffer.from('before'), await photographPng(), Buffer.from('after')]);
  const before = whole.toString('hex');
  await pixels.renderFrames(png(whole.subarray(6, whole.length - 5)), PANEL);
  t.is(whole.toString('hex'), before);
});

test('colour modes of a picture: colour, grey, black and white', async (t) => {
  const codesOf = async (colorMode: 'color' | 'grayscale' | 'monochrome') => {
    const source = png(await photographPng());
    const image = PNG.sync.read(
      Buffer.from(await pixels.renderPng(source, { width: 360, height: 376, colorMode })),
    );
    t.deepEqual([image.width, image.height], [360, 376]);
    let colored = 0;
    const codes = new Set<number>();
    for (let i = 0; i < image.data.length; i += 4) {
      codes.add(image.data[i]!);
      if (image.data[i] !== image.data[i + 2]) colored++;
    }
    return { colored, codes: codes.size };
  };
  t.true((await codesOf('color')).colored > 1000);
  const grey = await codesOf('grayscale');
  t.true(grey.colored === 0 && grey.codes > 100);
  t.deepEqual(await codesOf('monochrome'), { colored: 0, codes: 2 });
});

test('the stretched Scene gives the picture itself', async (t) => {
  const drawing = drawPhotograph(320, 200);
  const input = await encode(drawing).png().toBuffer();
  const scene = stretchedImage('file', { width: 320, height: 200 });
  const images = { file: { input, contentType: 'image/png' } };
  const size = { width: 320, height: 200, colorMode: 'color' as const };
  const rendered = PNG.sync.read(Buffer.from(await pixels.renderPng({ kind: 'scene', scene, images }, size)));
  const shown = rendered.data.filter((_, i) => i % 4 !== 3);
  t.is(Buffer.compare(shown, drawing.data), 0);
});

test('images that do not decode come back as InvalidImageError, in Scenes with the file id', async (t) => {
  const options = { instanceOf: InvalidImageError };
  await t.throwsAsync(pixels.renderFrames(png(Buffer.from('nonsense')), PANEL), options);
  const scene = stretchedImage('file-7', { width: 80, height: 48 });
  const images = { 'file-7': { input: Buffer.from('nonsense'), contentType: 'image/png' } };
  const error = await t.throwsAsync(pixels.renderFrames({ kind: 'scene', scene, images }, PANEL), options);
  t.is(error.imageId, 'file-7');
});

test('a file that cannot be read is an error of its own, not an invalid image or a crash', async (t) => {
  const error = await t.throwsAsync(pixels.renderFrames(png('/no/such/file'), PANEL), { message: /ENOENT/ });
  t.false(error instanceof InvalidImageError || error instanceof RenderCrashedError);
});

const entry = new URL('./misbehaving-thread.ts', import.meta.url);
/** Only the tests of the time limit wait for it, and only with threads that hang: others take a fraction of it. */
const TIME_LIMIT_MS = 10_000;

for (const failure of ['die', 'throw later', 'hang', 'exhaust']) {
  test(`a thread made to ${failure} is replaced, while others go on`, async (t) => {
    const own = createPixels({
      threads: 2,
      timeLimitMs: failure === 'hang' ? TIME_LIMIT_MS : 600_000,
      entry,
    });
    t.teardown(() => own.close());
    const bytes = await photographPng();
    const good = () => own.renderPng(png(Buffer.from(bytes)), { width: 40, height: 24, colorMode: 'color' });
    await good();
    const [bad, ...others] = await Promise.allSettled([
      own.renderFrames(misbehaving(failure), PANEL),
      ...Array.from({ length: 6 }, good),
    ]);
    t.true(bad!.status === 'rejected' && bad.reason instanceof RenderCrashedError);
    t.deepEqual(
      others.map(({ status }) => status),
      Array(6).fill('fulfilled'),
    );
    await Promise.all([good(), good(), good()]);
  });
}

test('waiting for a thread does not count as running', async (t) => {
  const own = createPixels({ threads: 1, timeLimitMs: TIME_LIMIT_MS, entry });
  t.teardown(() => own.close());
  const bytes = await photographPng();
  const hanging = t.throwsAsync(own.renderFrames(misbehaving('hang'), PANEL), {
    instanceOf: RenderCrashedError,
  });
  // Both wait for as long as a task may run.
  const waiting = [1, 2].map(() => own.renderFrames(png(Buffer.from(bytes)), PANEL));
  await hanging;
  for (const { raw1 } of await Promise.all(waiting)) t.is(raw1.length, 48_000);
});

test('closing waits for running tasks and refuses waiting ones', async (t) => {
  const own = createPixels({ threads: 1 });
  const bytes = await photographPng();
  const [running, waiting] = [
    own.renderFrames(png(Buffer.from(bytes)), PANEL),
    own.renderFrames(png(bytes), PANEL),
  ];
  const refused = t.throwsAsync(waiting);
  await own.close();
  t.is((await running).raw1.length, 48_000);
  await refused;
  await t.throwsAsync(own.renderFrames(png(bytes), PANEL));
});
