import { blendLayers } from '#worker/imaging/blend.ts';
import { composeScene, type SceneImages } from '#worker/imaging/compose.ts';
import { ditherPacked } from '#worker/imaging/dither.ts';
import { measureText } from '#worker/imaging/measure-text.ts';
import { DEFAULT_TONE } from '#worker/imaging/panel-tone.ts';
import { type Scene, sceneSchema } from '#worker/imaging/scene.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { releaseSurfaces } from '#worker/imaging/surfaces.ts';
import { DEFAULT_TONE_EXPONENT, tonedLuminance, toneTable } from '#worker/imaging/tone.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { sampleImages } from '#worker/layout/gallery/images.ts';
import { SAMPLES } from '#worker/layout/gallery/samples.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';

export const PANEL = { width: 800, height: 480 };
/** The type size in pixels from which all text should be recognised. */
const MIN_SIZE = 14;
/** Pages that consist mainly of pictures. */
const PICTURE_PAGES = new Set(['photo', 'gallery']);

type Format = 'raw1' | 'raw2';

export interface ReadablePage {
  /** The text in 14 pixels and above, with the line breaks and cuts of the page. */
  lines: string[];
  /** Grey codes of a panel's frame: as rendered, and with the whole page dithered. */
  frames: Record<Format, Record<'ours' | 'dithered', Uint8Array>>;
}

/** The gallery's pages of text in Latin script, as panels show them. */
export async function galleryPages(): Promise<ReadablePage[]> {
  const images = sampleImages();
  const pages: ReadablePage[] = [];
  for (const { template, parameters } of SAMPLES) {
    if (PICTURE_PAGES.has(template) || !isLatin(JSON.stringify(parameters))) continue;
    const scene = layOutTemplate(template, parameters as never, PANEL, 'monochrome');
    pages.push(await drawPage(scene, images));
  }
  return pages;
}

/** The gallery's longer texts in the smallest type that counts, in the given colour. */
export async function smallTypePage(color: string): Promise<ReadablePage> {
  const passages = SAMPLES.flatMap(({ parameters }) => {
    const text =
      ('summary' in parameters ? parameters.summary : 'text' in parameters ? parameters.text : '') ?? '';
    return text.length > 90 && isLatin(text) ? [text.replace(/\s+/g, ' ')] : [];
  });
  const frame = { x: 40, y: 32, width: 720, height: 416 };
  const properties = { text: passages.join('\n'), size: MIN_SIZE, lineHeight: 1.35, color };
  const elements = [{ id: 'passages', type: 'text' as const, frame, properties }];
  return drawPage(sceneSchema.parse({ version: 1, viewport: PANEL, elements }), {});
}

async function drawPage(scene: Scene, images: SceneImages): Promise<ReadablePage> {
  const { width, height } = PANEL;
  const options = { ...PANEL, ...DEFAULT_TONE };
  const { raw1, raw2 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  const codes = await blendedCodes(scene, images);
  const pair = (frame: Uint8Array, bits: 1 | 2) => ({
    ours: unpack(frame, width, height, bits),
    dithered: unpack(ditherPacked(codes, width, height, bits), width, height, bits),
  });
  return { lines: linesOf(scene), frames: { raw1: pair(raw1, 1), raw2: pair(raw2, 2) } };
}

function isLatin(text: string): boolean {
  return (text.match(/\p{L}/gu) ?? []).every((letter) => /\p{Script=Latin}/u.test(letter));
}

async function blendedCodes(scene: Scene, images: SceneImages): Promise<Uint8Array> {
  const surfaces = await composeScene(scene, images);
  const layers = { ground: surfaces.ground.data(), ink: surfaces.ink.data() };
  releaseSurfaces(surfaces);
  const tone = toneTable(DEFAULT_TONE_EXPONENT);
  const codes = tonedLuminance(layers.ground, 4, tone);
  blendLayers(layers, codes, tone);
  return codes;
}

function linesOf(scene: Scene): string[] {
  return scene.elements.flatMap((element) => {
    if (element.type !== 'text') return [];
    const { size, lines } = measureText(element.frame, element.properties);
    return size >= MIN_SIZE ? lines : [];
  });
}
