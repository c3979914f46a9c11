import { loadZxing, type Zxing } from '#shared/zxing.ts';
import type { Picture } from '../sandbox/task-result.ts';

/** A machine-readable code: its text and its modules, one pixel each, without the quiet zone. */
export interface MachineCode {
  format: (typeof FORMATS)[number];
  text: string;
  modules: Picture;
  /** Its share of the picture's area. */
  share: number;
}

type Read = Awaited<ReturnType<Zxing['readBarcodes']>>[number];

const FORMATS = [
  'QRCode',
  'Aztec',
  'DataMatrix',
  'PDF417',
  'Code128',
  'EAN13',
  'EAN8',
  'UPCA',
  'Code39',
  'ITF',
] as const;
/** One-dimensional codes. */
const LINEAR_FORMATS: readonly string[] = ['Code128', 'EAN13', 'EAN8', 'UPCA', 'Code39', 'ITF'];
/** Ratio of width to height with which one-dimensional codes are drawn. They hold less text than two-dimensional ones. */
const LINEAR_RATIO = 4;
/** Pixels of a module at which a redrawn code is read again as a check. */
const CHECK_SCALE = 4;
const QUIET_MODULES = 10;

/**
 * The largest code in a picture, redrawn; null if there is none whose redrawn form reads the same. `quick` takes a tenth of the
 * time and misses codes that are blurred, rotated or light on dark.
 */
export async function readCode(picture: Picture, effort: 'quick' | 'thorough'): Promise<MachineCode | null> {
  const { readBarcodes } = await loadZxing();
  const found = await readBarcodes(imageData(picture), {
    formats: [...FORMATS],
    tryHarder: effort === 'thorough',
    tryInvert: effort === 'thorough',
    maxNumberOfSymbols: 8,
  });
  const valid = found.filter((one) => one.isValid && one.bytes.length > 0);
  valid.sort((a, b) => areaOf(b) - areaOf(a));
  for (const one of valid) {
    const format = FORMATS.find((name) => one.symbology === name || one.format.startsWith(name));
    const modules = format && (await redrawCode(one, format));
    if (format && modules && (await readsAs(modules, one))) {
      const share = areaOf(one) / (picture.width * picture.height);
      return { format, text: one.text, modules, share };
    }
  }
  return null;
}

function areaOf({ position: { topLeft, topRight, bottomRight, bottomLeft } }: Read): number {
  const side = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
  return side(topLeft, topRight) * Math.max(1, side(topRight, bottomRight), side(topLeft, bottomLeft));
}

/** The modules from the reader, if it returns them; otherwise the same text encoded again. */
async function redrawCode(read: Read, format: MachineCode['format']): Promise<Picture | null> {
  const isLinear = LINEAR_FORMATS.includes(format);
  if (!isLinear && format !== 'PDF417' && read.symbol.width > 0) return toPicture(read.symbol);
  const { writeBarcode } = await loadZxing();
  const content = format === 'PDF417' ? read.bytes : read.text;
  const { symbol } = await writeBarcode(content, { format, scale: 1, withQuietZones: false });
  if (!symbol || symbol.width === 0) return null;
  if (!isLinear) return toPicture(symbol);
  const height = Math.max(1, Math.round(symbol.width / LINEAR_RATIO));
  const row = symbol.data.subarray(0, symbol.width);
  const data = new Uint8ClampedArray(symbol.width * height);
  for (let y = 0; y < height; y++) data.set(row, y * symbol.width);
  return toPicture({ width: symbol.width, height, data });
}

function toPicture({
  width,
  height,
  data,
}: {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}): Picture {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) rgb.fill(data[i]! < 128 ? 0 : 255, 3 * i, 3 * i + 3);
  return { data: rgb, width, height };
}

async function readsAs(modules: Picture, { bytes }: Read): Promise<boolean> {
  const width = (modules.width + 2 * QUIET_MODULES) * CHECK_SCALE;
  const height = (modules.height + 2 * QUIET_MODULES) * CHECK_SCALE;
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let y = 0; y < modules.height * CHECK_SCALE; y++) {
    for (let x = 0; x < modules.width * CHECK_SCALE; x++) {
      const from = Math.floor(y / CHECK_SCALE) * modules.width + Math.floor(x / CHECK_SCALE);
      const to = (y + QUIET_MODULES * CHECK_SCALE) * width + x + QUIET_MODULES * CHECK_SCALE;
      data.fill(modules.data[3 * from]!, 3 * to, 3 * to + 3);
    }
  }
  const { readBarcodes } = await loadZxing();
  const again = await readBarcodes(imageData({ data, width, height }), { formats: [...FORMATS] });
  return again.some((one) => one.isValid && Buffer.compare(one.bytes, bytes) === 0);
}

function imageData({ data, width, height }: Picture): Parameters<Zxing['readBarcodes']>[0] {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    rgba[to] = data[from]!;
    rgba[to + 1] = data[from + 1]!;
    rgba[to + 2] = data[from + 2]!;
    rgba[to + 3] = 255;
  }
  return { data: rgba, width, height, colorSpace: 'srgb' } as Parameters<Zxing['readBarcodes']>[0];
}
