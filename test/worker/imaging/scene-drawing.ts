import { PNG } from 'pngjs';
import { type SceneInput, sceneSchema } from '#worker/imaging/scene.ts';
import { sceneFrames, scenePng } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';

/** Small pages for the tests of Scenes, drawn and looked at pixel by pixel. */
export const WIDTH = 200;
export const HEIGHT = 120;
export type Element = SceneInput['elements'][number];

export function page(elements: Element[], background = '#ffffff') {
  return sceneSchema.parse({ version: 1, viewport: { width: WIDTH, height: HEIGHT }, background, elements });
}

export const frame = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
export const text = (value: string, at = frame(0, 0, WIDTH, HEIGHT), properties = {}): Element => ({
  id: `text-${at.x}-${at.y}-${value.slice(0, 20)}`,
  type: 'text',
  frame: at,
  properties: { text: value, ...properties },
});
export const shape = (at: ReturnType<typeof frame>, properties: Record<string, unknown>): Element => ({
  id: `shape-${at.x}-${at.y}`,
  type: 'shape',
  frame: at,
  properties: { shape: 'rect', ...properties },
});
export const image = (at: ReturnType<typeof frame>, fit: 'stretch' | 'contain' | 'cover'): Element => ({
  id: 'image',
  type: 'image',
  frame: at,
  properties: { fileId: 'file', fit },
});

export type Images = Parameters<typeof scenePng>[0]['images'];

/** Red, green and blue at a place of the colour product. */
export async function colors(elements: Element[], images: Images = {}, background?: string) {
  const scene = page(elements, background);
  const size = { width: WIDTH, height: HEIGHT, colorMode: 'color' as const };
  const png = PNG.sync.read(Buffer.from(await scenePng({ kind: 'scene', scene, images }, size)));
  return (x: number, y: number) => [...png.data.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3)];
}

/** The black-and-white frame as codes, and where it has black: [left, top, right, bottom], null if nowhere. */
export async function drawn(elements: Element[], images: Images = {}, background?: string) {
  const scene = page(elements, background);
  const options = { width: WIDTH, height: HEIGHT, toneExponent: 1.3, tone: 'plain' } as const;
  const { raw1, raw2 } = await sceneFrames({ kind: 'scene', scene, images }, options);
  const codes = unpack(raw1, WIDTH, HEIGHT, 1);
  let box: [number, number, number, number] | null = null;
  for (const [i, code] of codes.entries()) {
    if (code !== 0) continue;
    const x = i % WIDTH;
    const y = Math.trunc(i / WIDTH);
    box ??= [x, y, x, y];
    box = [Math.min(box[0], x), box[1], Math.max(box[2], x), Math.max(box[3], y)];
  }
  return {
    codes,
    box,
    greys: unpack(raw2, WIDTH, HEIGHT, 2),
    ink: codes.filter((code) => code === 0).length,
  };
}
