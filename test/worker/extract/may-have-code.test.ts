import test from 'ava';
import { loadZxing } from '#shared/zxing.ts';
import { mayHaveCode } from '#worker/extract/may-have-code.ts';
import { createCanvas, type SKRSContext2D } from '#worker/imaging/canvas.ts';
import { write } from './draw-papers.ts';

/** A page in the form in which codes are searched. */
function draw(paint: (context: SKRSContext2D) => void) {
  const canvas = createCanvas(1131, 1600);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 1131, 1600);
  context.fillStyle = '#000000';
  paint(context);
  const rgba = context.getImageData(0, 0, 1131, 1600).data;
  const data = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3)
    data.set(rgba.subarray(from, from + 3), to);
  return { data, width: 1131, height: 1600 };
}

const text = 'The council met in the small hall and spoke about the old harbour for most of the evening';
const type = (context: SKRSContext2D, size: number) =>
  write(
    context,
    Array.from({ length: 24 }, (_, i) => ({ x: 60, y: 100 + 1.6 * size * i, size, text })),
  );

test('text and tables are not taken for a code', (t) => {
  t.false(mayHaveCode(draw((context) => type(context, 22))));
  t.false(mayHaveCode(draw((context) => type(context, 40))));
  const table = draw((context) => {
    for (let row = 0; row < 30; row++) context.fillRect(60, 200 + 40 * row, 1000, 2);
    for (let column = 0; column < 9; column++) context.fillRect(60 + 120 * column, 200, 2, 1160);
  });
  t.false(mayHaveCode(table));
});

for (const format of ['QRCode', 'Aztec', 'PDF417', 'DataMatrix', 'Code128'] as const) {
  test(`${format} is noticed on a page in any colours and at any place`, async (t) => {
    const { writeBarcode } = await loadZxing();
    const { symbol } = await writeBarcode('TKT-2026-11-NB-88412-7', {
      format,
      scale: 1,
      withQuietZones: false,
    });
    const [across, down] = format === 'Code128' ? [2, 90 / symbol.height] : [5, 5];
    for (const [paper, ink] of [
      ['#ffffff', '#000000'],
      ['#ffffff', '#8a8a8a'],
      ['#12344d', '#ffffff'],
    ] as const) {
      const page = draw((context) => {
        type(context, 22);
        context.fillStyle = paper;
        context.fillRect(500, 1100, 600, 400);
        context.fillStyle = ink;
        for (const [at, code] of symbol.data.entries()) {
          if (code >= 128) continue;
          const [x, y] = [at % symbol.width, Math.floor(at / symbol.width)];
          context.fillRect(533 + across * x, 1117 + down * y, across, down);
        }
      });
      t.true(mayHaveCode(page), `${ink} on ${paper}`);
    }
  });
}
