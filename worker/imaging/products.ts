import type { ColorMode, FrameFormat } from '#shared/picture-formats.ts';
import { decodeImage, freeBytes, type Input } from './decode.ts';
import { type BitsPerPixel, ditherPacked } from './dither.ts';
import { DEFAULT_TONE, type PanelTone, panelCodes } from './panel-tone.ts';
import { encodePicture, encodePng } from './png.ts';
import { luminancePlane } from './tone.ts';
import { unpack } from './unpack.ts';

/** The colour preview and the three packed frames of one picture. */
export type Frames = Record<FrameFormat, Uint8Array>;

export interface ImageSource {
  kind: 'image';
  input: Input;
  /** The declared type. Bytes of another type are refused. */
  contentType: string;
}

export interface FrameOptions extends PanelTone {
  width: number;
  height: number;
}

export interface PngOptions {
  width: number;
  height: number;
  colorMode: ColorMode;
}

/** A picture stretched to the panel: the colour preview, and a frame in each format of panels. */
export async function imageFrames(source: ImageSource, options: FrameOptions): Promise<Frames> {
  const { width, height } = options;
  const picture = await decodeStretched(source, width, height);
  const codes = panelCodes(luminancePlane(picture, 3), width, height, options);
  const png = encodePicture(picture, width, height, 3);
  freeBytes(picture);
  const frame = (bits: BitsPerPixel) => ditherPacked(codes, width, height, bits);
  return { png, raw1: frame(1), raw2: frame(2), raw4: frame(4) };
}

/** A picture stretched to any size, as one PNG. */
export async function imagePng(source: ImageSource, options: PngOptions): Promise<Uint8Array> {
  const { width, height, colorMode } = options;
  const picture = await decodeStretched(source, width, height);
  if (colorMode === 'color') return encodePicture(picture, width, height, 3);
  const luminance = luminancePlane(picture, 3);
  if (colorMode === 'grayscale') return encodePng(luminance, width, height, 1);
  const codes = panelCodes(luminance, width, height, DEFAULT_TONE);
  return encodePng(unpack(ditherPacked(codes, width, height, 1), width, height, 1), width, height, 1);
}

async function decodeStretched(source: ImageSource, width: number, height: number): Promise<Uint8Array> {
  const picture = await decodeImage(source.input, source.contentType, {
    width,
    height,
    fit: 'fill',
    alpha: false,
  });
  return picture.data;
}
