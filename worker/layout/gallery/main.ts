import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_TONE } from '../../imaging/panel-tone.ts';
import { encodePng } from '../../imaging/png.ts';
import { sceneFrames, scenePng } from '../../imaging/scene-products.ts';
import { unpack } from '../../imaging/unpack.ts';
import { layOutTemplate } from '../templates/index.ts';
import { sampleImages } from './images.ts';
import { SAMPLES } from './samples.ts';

/** `make gallery`: every template with varied content, for panels and widgets, to docs/gallery. */
const folder = new URL('../../../docs/gallery/', import.meta.url);
const PANEL = { width: 800, height: 480 };
const WIDGETS = [
  { width: 170, height: 170 },
  { width: 360, height: 170 },
  { width: 360, height: 376 },
];

const images = sampleImages();

await mkdir(folder, { recursive: true });
for (const old of await readdir(folder)) if (old.endsWith('.png')) await rm(new URL(old, folder));
const save = (name: string, bytes: Uint8Array) => writeFile(new URL(name, folder), bytes);

const index: string[] = [];
for (const { name, template, parameters } of SAMPLES) {
  const { width, height } = PANEL;
  const scene = layOutTemplate(template, parameters as never, PANEL, 'monochrome');
  const frames = await sceneFrames({ kind: 'scene', scene, images }, { ...PANEL, ...DEFAULT_TONE });
  await save(`${name}-raw1.png`, encodePng(unpack(frames.raw1, width, height, 1), width, height, 1));
  await save(`${name}-raw2.png`, encodePng(unpack(frames.raw2, width, height, 2), width, height, 1));
  const cells: string[] = [];
  for (const viewport of WIDGETS) {
    const widget = layOutTemplate(template, parameters as never, viewport, 'color');
    const size = `${viewport.width}x${viewport.height}`;
    const options = { ...viewport, colorMode: 'color' } as const;
    await save(`${name}-${size}.png`, await scenePng({ kind: 'scene', scene: widget, images }, options));
    cells.push(`![${name}, ${size}](${name}-${size}.png)`);
  }
  index.push(
    `## ${name}\n\nTemplate \`${template}\`.\n\n![${name} in black and white](${name}-raw1.png)\n![${name} in four greys](${name}-raw2.png)\n\n${cells.join(' ')}\n`,
  );
}
const intro = `# Gallery

Every template with content of the kinds that people push: the frame of a panel in black and white and in four greys
(800x480), and the widget sizes in colour. Made by \`make gallery\`; the pictures in it are drawn by the same command.
`;
await writeFile(new URL('README.md', folder), `${intro}\n${index.join('\n')}`);
process.stdout.write(`${SAMPLES.length} pages in ${fileURLToPath(folder)}\n`);
