import { blendLayers, type Layers } from './blend.ts';
import { composeScene, type SceneImages } from './compose.ts';
import { release } from './decode.ts';
import { ditherPacked } from './dither.ts';
import { encodePicture, encodePng } from './png.ts';
import type { FrameOptions, Frames, PngOptions } from './products.ts';
import { scaleScene } from './scale-scene.ts';
import type { Scene } from './scene.ts';
import { makeStamp, stampRaw1, stampRaw2 } from './stamp.ts';
import { giveBackSurfaces } from './surfaces.ts';
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
  const layers = await drawLayers(scaleScene(source.scene, width, height), source.images);
  const tone = toneTable(toneExponent);
  const codes = tonedLuminance(layers.ground, 4, tone);
  const stamp = makeStamp(layers.ink, codes, width, height);
  const raw1 = ditherPacked(codes, width, height, 1);
  const raw2 = ditherPacked(codes, width, height, 2);
  stampRaw1(raw1, stamp);
  stampRaw2(raw2, stamp, width, height);
  blendLayers(layers, codes, tone);
  const raw4 = ditherPacked(codes, width, height, 4);
  const png = encodePicture(layers.ground, width, height, 4);
  release(layers.ground);
  release(layers.ink);
  return { png, raw1, raw2, raw4 };
}

/** A page of any size as one PNG. */
export async function scenePng(source: SceneSource, options: PngOptions): Promise<Uint8Array> {
  const { width, height, colorMode } = options;
  const layers = await drawLayers(scaleScene(source.scene, width, height), source.images);
  const tone = toneTable(colorMode === 'monochrome' ? DEFAULT_TONE_EXPONENT : 1);
  const codes = tonedLuminance(layers.ground, 4, tone);
  if (colorMode === 'monochrome') {
    const frame = ditherPacked(codes, width, height, 1);
    stampRaw1(frame, makeStamp(layers.ink, codes, width, height));
    return encodePng(unpack(frame, width, height, 1), width, height, 1);
  }
  blendLayers(layers, codes, tone);
  if (colorMode === 'grayscale') return encodePng(codes, width, height, 1);
  return encodePicture(layers.ground, width, height, 4);
}

async function drawLayers(scene: Scene, images: SceneImages): Promise<Layers> {
  const surfaces = await composeScene(scene, images);
  const layers = { ground: surfaces.ground.data(), ink: surfaces.ink.data() };
  giveBackSurfaces(surfaces);
  return layers;
}
