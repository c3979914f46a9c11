import { composeScene, type SceneImages } from './compose.ts';
import { ditherPacked } from './dither.ts';
import { encodePng } from './png.ts';
import type { ColorMode, FrameOptions, Frames, PngOptions } from './products.ts';
import { scaleScene } from './scale-scene.ts';
import type { Scene } from './scene.ts';
import { makeStamp, stampRaw1, stampRaw2 } from './stamp.ts';
import { giveBackSurfaces, type Surfaces } from './surfaces.ts';
import { DEFAULT_TONE_EXPONENT, tonedLuminance, toneTable } from './tone.ts';
import { unpack } from './unpack.ts';

export interface SceneSource {
  kind: 'scene';
  scene: Scene;
  images: SceneImages;
}

/** A page for a panel: crisp text in black and white and in four greys, the blended page in sixteen. */
export async function sceneFrames(source: SceneSource, options: FrameOptions): Promise<Frames> {
  const { width, height, toneExponent } = options;
  const surfaces = await composeScene(scaleScene(source.scene, width, height), source.images);
  const tone = toneTable(toneExponent);
  const { codes, stamp } = separate(surfaces, tone);
  const raw1 = ditherPacked(codes, width, height, 1);
  const raw2 = ditherPacked(codes, width, height, 2);
  stampRaw1(raw1, stamp);
  stampRaw2(raw2, stamp, width, height);
  const page = blend(surfaces);
  giveBackSurfaces(surfaces);
  const raw4 = ditherPacked(tonedLuminance(page, 4, tone), width, height, 4);
  return { png: encodePng(dropAlpha(page), width, height, 3), raw1, raw2, raw4 };
}

/** A page of any size as one PNG. */
export async function scenePng(source: SceneSource, options: PngOptions): Promise<Uint8Array> {
  const { width, height, colorMode } = options;
  const surfaces = await composeScene(scaleScene(source.scene, width, height), source.images);
  const png = encodeSurfaces(surfaces, width, height, colorMode);
  giveBackSurfaces(surfaces);
  return png;
}

function encodeSurfaces(surfaces: Surfaces, width: number, height: number, colorMode: ColorMode): Uint8Array {
  if (colorMode === 'color') return encodePng(dropAlpha(blend(surfaces)), width, height, 3);
  if (colorMode === 'grayscale') {
    return encodePng(tonedLuminance(blend(surfaces), 4, toneTable(1)), width, height, 1);
  }
  const { codes, stamp } = separate(surfaces, toneTable(DEFAULT_TONE_EXPONENT));
  const frame = ditherPacked(codes, width, height, 1);
  stampRaw1(frame, stamp);
  return encodePng(unpack(frame, width, height, 1), width, height, 1);
}

function separate({ ground, ink }: Surfaces, tone: Uint8Array) {
  const { width, height } = ground;
  const codes = tonedLuminance(ground.data(), 4, tone);
  return { codes, stamp: makeStamp(ink.data(), codes, width, height) };
}

/** Lays the ink on the ground, for good, and returns RGBA. */
function blend({ ground, groundContext, ink }: Surfaces): Uint8Array {
  groundContext.drawImage(ink, 0, 0);
  return ground.data();
}

function dropAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
    rgb[o] = rgba[i]!;
    rgb[o + 1] = rgba[i + 1]!;
    rgb[o + 2] = rgba[i + 2]!;
  }
  return rgb;
}
