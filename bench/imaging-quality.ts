import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawPhotograph } from '#test/support/images.ts';
import { ditherPacked } from '#worker/imaging/dither.ts';
import { ditherVariable } from '#worker/imaging/dither-variable.ts';
import { DEFAULT_TONE, panelCodes } from '#worker/imaging/panel-tone.ts';
import { encodePng } from '#worker/imaging/png.ts';
import { luminancePlane } from '#worker/imaging/tone.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import type { Row } from './imaging-row.ts';
import { installPackages } from './install-packages.ts';
import { localContrast, psnr, ssim } from './pictures/metrics.ts';
import { shownLightness, wantedLightness } from './pictures/panel-model.ts';
import type { Pillow } from './pillow.ts';

const WIDTH = 800;
const HEIGHT = 480;
/** Real photographs, from Debian's mate-backgrounds. */
const FOLDER = '/usr/share/backgrounds/mate/nature';

/** Degradations of a scene by cameras, as functions of luminance codes. */
const DEGRADED: Record<string, (code: number) => number> = {
  'at night': (code) => code * 0.28,
  'in fog': (code) => 165 + code * 0.3,
  'of low contrast': (code) => 90 + code * 0.25,
  dull: (code) => 30 + code * 0.55,
};

type Plane = Uint8Array;
type ToPixels = (luminance: Plane) => Promise<Plane>;

/**
 * The similarity of a photograph on the modelled panel to its original (see bench/pictures/panel-model.ts), in black
 * and white with the default settings, beside Pillow's `convert('1')` with and without `ImageOps.autocontrast`. Good
 * photographs use the whole range (half a percent of the pixels below code 40, half a percent above 215) and have a
 * median in the middle half. Each of them is degraded.
 */
export async function benchQuality(folder: string, pillow: Pillow | null): Promise<Row[]> {
  const photographs = await loadPhotographs();
  const path = join(folder, 'luminance.png');
  const inPillow =
    (operation: string): ToPixels =>
    async (luminance) => {
      await writeFile(path, encodePng(luminance, WIDTH, HEIGHT, 1));
      await pillow?.measure(operation, 1, path);
      return new Uint8Array(
        await sharp(readFileSync(`${path}.${operation}.png`))
          .greyscale()
          .raw()
          .toBuffer(),
      );
    };
  const makers: Record<string, ToPixels> = {
    ours: async (luminance) => ourPixels(luminance, 'auto'),
    'tone `plain`': async (luminance) => ourPixels(luminance, 'plain'),
    ...(pillow && {
      "Pillow convert('1')": inPillow('frame'),
      'Pillow with autocontrast': inPillow('frame-autocontrast'),
    }),
  };
  const good = photographs.filter(isGood);
  const rows: Row[] = [];
  const add = async (
    what: string,
    unit: string,
    pairs: [Plane, Plane][],
    score: Score,
    goal: number | null,
  ) => {
    const means: [string, number][] = [];
    for (const [maker, toPixels] of Object.entries(makers))
      means.push([maker, await meanScore(pairs, toPixels, score)]);
    const ours = means[0]![1];
    for (const [peer, theirs] of means.slice(1)) {
      const goalHere = peer === 'tone `plain`' ? goal : null;
      rows.push({
        name: `${what} / ${peer}`,
        ours,
        theirs,
        unit,
        ratio: ours / theirs,
        goal: goalHere,
        atLeast: true,
      });
    }
  };
  const clean = good.map((codes): [Plane, Plane] => [codes, codes]);
  await add(`lightness of ${good.length} good photographs`, 'dB', clean, psnr, 33);
  await add('local contrast of good photographs kept', 'share', clean, localContrast, null);
  for (const [name, change] of Object.entries(DEGRADED)) {
    const pairs = good.map((codes): [Plane, Plane] => [codes.map((code) => Math.round(change(code))), codes]);
    await add(`likeness of photographs ${name} to the clean ones`, 'SSIM', pairs, ssim, 0.7);
  }
  rows.push(flatNoise());
  return rows;
}

/** Visible differences of lightness within flat tones, caused by the dithering of composed pages. */
function flatNoise(): Row {
  const [width, height] = [400, 300];
  const deviation = (frame: Uint8Array) => {
    const shown = shownLightness(unpack(frame, width, height, 1), width, height);
    const inner = shown.filter(
      (_, i) => i % width >= 30 && i % width < width - 30 && i > 30 * width && i < 270 * width,
    );
    const mean = inner.reduce((sum, each) => sum + each, 0) / inner.length;
    return Math.sqrt(inner.reduce((sum, each) => sum + (each - mean) ** 2, 0) / inner.length);
  };
  let ours = 0;
  let theirs = 0;
  for (let code = 4; code < 252; code += 8) {
    const plane = new Uint8Array(width * height).fill(code);
    ours += deviation(ditherVariable(plane, width, height)) / 31;
    theirs += deviation(ditherPacked(plane, width, height, 1)) / 31;
  }
  return {
    name: 'noise of flat tones / Floyd-Steinberg',
    ours,
    theirs,
    unit: 'L*',
    ratio: ours / theirs,
    goal: 0.95,
  };
}

type Score = (shown: Float32Array, wanted: Float32Array, width: number, height: number) => number;

async function meanScore(pairs: [Plane, Plane][], toPixels: ToPixels, score: Score): Promise<number> {
  let sum = 0;
  for (const [given, clean] of pairs) {
    const shown = shownLightness(await toPixels(given), WIDTH, HEIGHT);
    sum += score(shown, wantedLightness(clean, WIDTH, HEIGHT), WIDTH, HEIGHT);
  }
  return sum / pairs.length;
}

function ourPixels(luminance: Plane, tone: 'auto' | 'plain'): Plane {
  const codes = panelCodes(luminance, WIDTH, HEIGHT, { ...DEFAULT_TONE, tone });
  return unpack(ditherPacked(codes, WIDTH, HEIGHT, 1), WIDTH, HEIGHT, 1);
}

function isGood(codes: Plane): boolean {
  const sorted = codes.toSorted();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
  return at(0.005) < 40 && at(0.995) > 215 && at(0.5) > 64 && at(0.5) < 192;
}

async function loadPhotographs(): Promise<Plane[]> {
  if (!existsSync(FOLDER) && !installPackages('mate-backgrounds'))
    return [1, 2, 3].map((seed) => luminancePlane(drawPhotograph(WIDTH, HEIGHT, seed).data, 3));
  const planes: Plane[] = [];
  for (const name of readdirSync(FOLDER).sort()) {
    const picture = sharp(readFileSync(join(FOLDER, name))).resize(WIDTH, HEIGHT, { fit: 'fill' });
    planes.push(luminancePlane(new Uint8Array(await picture.removeAlpha().raw().toBuffer()), 3));
  }
  return planes;
}
