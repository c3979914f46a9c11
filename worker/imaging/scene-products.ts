import { blendLayers, type Layers } from './blend.ts';
import { composeScene, type SceneImages } from './compose.ts';
import { freeBytes } from './decode.ts';
import { ditherPacked } from './dither.ts';
import { ditherVariable } from './dither-variable.ts';
import { pageCodes } from './page-codes.ts';
import { DEFAULT_TONE } from './panel-tone.ts';
import type { PlacedPicture } from './placed-picture.ts';
import { encodePicture, encodePng } from './png.ts';
import type { FrameOptions, Frames, PngOptions } from './products.ts';
import { scaleScene } from './scale-scene.ts';
import type { Scene } from './scene.ts';
import { makeStamp, stampRaw1, stampRaw2 } from './stamp.ts';
import { releaseSurfaces } from './surfaces.ts';
import { luminancePlane, toneTable } from './tone.ts';
import { unpack } from './unpack.ts';

export interface SceneSource {
  kind: 'scene';
  scene: Scene;
  images: SceneImages;
}

/** A page for a panel: crisp text in black and white and in four greys, the blended page in sixteen. */
export async function sceneFrames(source: SceneSource, options: FrameOptions): Promise<Frames> {
  const { width, height, toneExponent } = options;
  const pictures: PlacedPicture[] | undefined = options.tone === 'auto' ? [] : undefined;
  const scene = scaleScene(source.scene, width, height);
  const layers = await drawLayers(scene, source.images, pictures);
  const codes = pageCodes(layers.ground, scene, pictures, options);
  const stamp = makeStamp(layers.ink, codes.crisp, width, height);
  const raw1 = ditherPage(codes.crisp, width, height, pictures);
  const raw2 = ditherPacked(codes.crisp, width, height, 2);
  stampRaw1(raw1, stamp);
  stampRaw2(raw2, stamp, width, height);
  blendLayers(layers, codes.smooth, toneTable(toneExponent));
  const raw4 = ditherPacked(codes.smooth, width, height, 4);
  const png = encodePicture(layers.ground, width, height, 4);
  freeBytes(layers.ground);
  freeBytes(layers.ink);
  return { png, raw1, raw2, raw4 };
}

/** A page of any size as one PNG. */
export async function scenePng(source: SceneSource, options: PngOptions): Promise<Uint8Array> {
  const { width, height, colorMode } = options;
  const pictures: PlacedPicture[] | undefined = colorMode === 'monochrome' ? [] : undefined;
  const scene = scaleScene(source.scene, width, height);
  const layers = await drawLayers(scene, source.images, pictures);
  if (colorMode === 'monochrome') {
    const { crisp } = pageCodes(layers.ground, scene, pictures, DEFAULT_TONE);
    const frame = ditherPage(crisp, width, height, pictures);
    stampRaw1(frame, makeStamp(layers.ink, crisp, width, height));
    return encodePng(unpack(frame, width, height, 1), width, height, 1);
  }
  const codes = luminancePlane(layers.ground, 4);
  blendLayers(layers, codes, toneTable(1));
  if (colorMode === 'grayscale') return encodePng(codes, width, height, 1);
  return encodePicture(layers.ground, width, height, 4);
}

/** Uses the finer and slower dithering only for pages with pictures. */
function ditherPage(codes: Uint8Array, width: number, height: number, pictures: PlacedPicture[] | undefined) {
  return pictures?.length ? ditherVariable(codes, width, height) : ditherPacked(codes, width, height, 1);
}

async function drawLayers(scene: Scene, images: SceneImages, pictures?: PlacedPicture[]): Promise<Layers> {
  const surfaces = await composeScene(scene, images, pictures);
  const layers = { ground: surfaces.ground.data(), ink: surfaces.ink.data() };
  releaseSurfaces(surfaces);
  return layers;
}
