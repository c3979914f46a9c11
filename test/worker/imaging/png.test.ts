import test from 'ava';
import { PNG } from 'pngjs';
import { encodePicture, encodePng } from '#worker/imaging/png.ts';
import { randomNumbers } from '../../support/images.ts';

type Pixel = (x: number, y: number) => [number, number, number];

const random = randomNumbers(7);
const shade = (code: number): [number, number, number] => [code, code, code];
/** Light enough in most places to be coded by its runs, with something at every place of eight pixels. */
const PICTURES: Record<string, Pixel> = {
  'white page': () => shade(255),
  'page of grey type': (x, y) => shade((x * 3 + y) % 29 < 4 ? random() % 256 : 255),
  'page with one colour': (x, y) => (x === 11 && y === 4 ? [200, 10, 10] : shade(255)),
  'grey photograph': () => shade(random() % 256),
  photograph: () => [random() % 256, random() % 256, random() % 256],
};

for (const [name, pixel] of Object.entries(PICTURES)) {
  test(`a ${name} has the same pixels as a PNG, whatever its width`, (t) => {
    for (const [width, height] of [
      [64, 24],
      [13, 5],
    ] as const) {
      const rgba = new Uint8Array(4 * width * height);
      for (let i = 0; i < width * height; i++)
        rgba.set([...pixel(i % width, Math.floor(i / width)), 255], 4 * i);
      const rgb = rgba.filter((_, i) => i % 4 !== 3);
      const expected = Buffer.from(rgba);
      for (const file of [
        encodePicture(rgb.slice(), width, height, 3),
        encodePicture(rgba, width, height, 4),
        encodePng(rgb, width, height, 3),
      ]) {
        const png = PNG.sync.read(Buffer.from(file));
        t.like(png, { width, height });
        t.deepEqual(png.data, expected);
        t.is(file.byteLength, file.buffer.byteLength, 'it can be transferred');
      }
    }
  });
}
