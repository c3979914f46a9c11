import test from 'ava';
import { scaleScene } from '#worker/imaging/scale-scene.ts';
import { type SceneInput, sceneSchema } from '#worker/imaging/scene.ts';
import { stretchedImage } from '#worker/layout/stretched-image.ts';

const text = (id: string, frame = { x: 0, y: 0, width: 10, height: 10 }) => ({
  id,
  type: 'text' as const,
  frame,
  properties: { text: 'hi' },
});
const page = (changes: Partial<SceneInput> = {}): SceneInput => ({
  version: 1,
  viewport: { width: 100, height: 50 },
  background: '#fff',
  elements: [text('a')],
  ...changes,
});

test('unknown properties are kept everywhere', (t) => {
  const input = page({
    elements: [{ ...text('a'), note: 1, properties: { text: 'hi', tracking: 'wide' } }] as never,
    theme: 'x',
  } as never);
  const scene = sceneSchema.parse(input) as unknown as Record<string, unknown>;
  t.is(scene.theme, 'x');
  const [element] = scene.elements as { note: number; properties: { tracking: string; size: number } }[];
  t.is(element!.note, 1);
  t.is(element!.properties.tracking, 'wide');
  t.is(element!.properties.size, 24);
});

const REFUSED: [string, SceneInput][] = [
  ['another version', page({ version: 2 } as never)],
  ['a part of a pixel', page({ elements: [text('a', { x: 0.5, y: 0, width: 10, height: 10 })] })],
  ['an empty frame', page({ elements: [text('a', { x: 0, y: 0, width: 0, height: 10 })] })],
  ['a frame that hangs over', page({ elements: [text('a', { x: 95, y: 0, width: 10, height: 10 })] })],
  ['a frame left of the page', page({ elements: [text('a', { x: -1, y: 0, width: 10, height: 10 })] })],
  ['an id used twice', page({ elements: [text('a'), text('a')] })],
  ['an unknown element type', page({ elements: [{ ...text('a'), type: 'video' }] as never })],
  ['a colour that is none', page({ background: 'url(x)' })],
  ['too wide a page', page({ viewport: { width: 8193, height: 1 } })],
  ['too many pixels', page({ viewport: { width: 8192, height: 2049 } })],
];

for (const [name, scene] of REFUSED) {
  test(`${name} is refused`, (t) => {
    t.false(sceneSchema.safeParse(scene).success);
  });
}

test('the largest page is allowed', (t) => {
  t.true(sceneSchema.safeParse(page({ viewport: { width: 8192, height: 2048 } })).success);
});

test('scaled frames stay inside the page and fill what they filled', (t) => {
  const scene = stretchedImage('0190', { width: 800, height: 480 });
  const scaled = scaleScene(scene, 170, 171);
  t.deepEqual(scaled.elements[0]!.frame, { x: 0, y: 0, width: 170, height: 171 });
  t.deepEqual(scaled.viewport, { width: 170, height: 171 });
});

test('every scaled frame lies inside the page, at any size', (t) => {
  const elements = Array.from({ length: 16 }, (_, i) =>
    text(`e${i}`, { x: i * 6, y: i * 3, width: 1 + (i % 5), height: 1 }),
  );
  const scene = sceneSchema.parse(page({ elements }));
  for (const [width, height] of [
    [1, 1],
    [3, 2],
    [37, 911],
    [8192, 2048],
  ] as const) {
    for (const { frame } of scaleScene(scene, width, height).elements) {
      t.true(frame.x >= 0 && frame.x + frame.width <= width && frame.width > 0, `${width} ${frame.x}`);
      t.true(frame.y >= 0 && frame.y + frame.height <= height && frame.height > 0, `${height} ${frame.y}`);
    }
  }
});
