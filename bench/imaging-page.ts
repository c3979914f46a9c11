import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sceneSchema } from '#worker/imaging/scene.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { compareRow, median, type Row, timeCalls } from './imaging-row.ts';

const TITLE = 'The lighthouse keeper who mapped the fog';
const BYLINE = 'Long read · 11 minutes · saved on Thursday, 19 November';
const BODY = [
  'For thirty-one years Aðalheiður Pálsdóttir wrote down what she could not see. Every evening at six she noted in a',
  'school exercise book how far the light reached before the fog took it: to the skerry, to the buoy, to the end of the',
  'jetty. Nobody had asked her to. When the station was automated in 1998 the books filled two shelves, and the',
  'meteorological institute politely declined them.',
].join(' ');
const MORE = [
  'It was a doctoral student, looking for something else, who understood what stood there: the longest unbroken record of',
  'coastal visibility in the North Atlantic, kept by one person with one method and one pair of eyes.',
].join(' ');
const FACTS = ['11,315 evenings', '46 exercise books', '3 missing days', '1 pair of eyes'];

const text = (id: string, x: number, y: number, width: number, height: number, value: string, more = {}) => ({
  id,
  type: 'text' as const,
  frame: { x, y, width, height },
  properties: { text: value, ...more },
});

/** An article as the planner lays it out: heading, rule, text in a column, a tinted box of facts. */
const scene = sceneSchema.parse({
  version: 1,
  viewport: { width: 800, height: 480 },
  background: '#ffffff',
  elements: [
    text('title', 40, 24, 720, 56, TITLE, { size: 34, weight: 700, lineHeight: 1.3 }),
    text('byline', 40, 78, 720, 26, BYLINE, { size: 16 }),
    {
      id: 'rule',
      type: 'shape',
      frame: { x: 40, y: 112, width: 720, height: 3 },
      properties: { shape: 'line', strokeWidth: 3 },
    },
    text('body', 40, 128, 480, 230, BODY, { size: 18, lineHeight: 1.4 }),
    text('more', 40, 318, 480, 130, MORE, { size: 18, lineHeight: 1.4 }),
    {
      id: 'box',
      type: 'shape',
      frame: { x: 548, y: 132, width: 212, height: 208 },
      properties: { shape: 'rect', fill: '#dddddd', radius: 10 },
    },
    ...FACTS.map((fact, i) => text(`fact-${i}`, 564, 148 + 46 * i, 180, 36, fact, { size: 20, weight: 700 })),
  ],
});

/** Compares all products of a page with satori and resvg drawing the same page without encoding and dithering. */
export async function benchPage(folder: string): Promise<Row | null> {
  const panel = { width: 800, height: 480, toneExponent: 1.3, tone: 'auto' } as const;
  const draw = await installSatori(folder);
  if (!draw) return null;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 5; round++) {
    ours.push(await timeCalls(12, () => sceneFrames({ kind: 'scene', scene, images: {} }, panel)));
    theirs.push(await timeCalls(12, draw));
  }
  return compareRow(
    'page with all products / satori + resvg drawing it',
    'ms',
    median(ours),
    median(theirs),
    0.6,
  );
}

type Draw = () => Promise<unknown>;

/** Installs satori into the benchmark's folder. Null, which leaves the row out, if the registry cannot be reached. */
async function installSatori(folder: string): Promise<Draw | null> {
  const install = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    'satori@0.63.2',
    '@resvg/resvg-js@2.6.2',
  ];
  if (spawnSync('npm', install, { stdio: 'ignore', timeout: 120_000 }).status !== 0) return null;
  const require = createRequire(pathToFileURL(join(folder, 'x.js')));
  const { default: satori } = require('satori');
  const { Resvg } = require('@resvg/resvg-js');
  const font = (weight: number) => ({
    name: 'Noto Sans',
    weight,
    data: readFileSync(
      createRequire(import.meta.url).resolve(
        `@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`,
      ),
    ),
  });
  const fonts = [font(400), font(700)];
  const box = (style: object, children?: unknown) => ({
    type: 'div',
    props: { style: { display: 'flex', ...style }, children },
  });
  const facts = FACTS.map((fact) => box({ fontSize: 20, fontWeight: 700, height: 46 }, fact));
  const paragraph = (value: string) => box({ fontSize: 18, lineHeight: 1.4, marginBottom: 10 }, value);
  const page = { width: 800, height: 480, background: '#fff', padding: '24px 40px', fontFamily: 'Noto Sans' };
  const tree = box({ flexDirection: 'column', ...page }, [
    box({ fontSize: 34, fontWeight: 700, height: 54 }, TITLE),
    box({ fontSize: 16, height: 34 }, BYLINE),
    box({ height: 3, background: '#000', marginBottom: 13 }),
    box({ justifyContent: 'space-between' }, [
      box({ flexDirection: 'column', width: 480 }, [paragraph(BODY), paragraph(MORE)]),
      box(
        {
          flexDirection: 'column',
          width: 212,
          height: 208,
          background: '#ddd',
          borderRadius: 10,
          padding: 16,
        },
        facts,
      ),
    ]),
  ]);
  return async () => {
    const svg = await satori(tree, { width: 800, height: 480, fonts });
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
  };
}
