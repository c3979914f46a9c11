/** Units per em, and the measures of Noto Sans, so that a box does not change the height of its line. */
const EM = 1000;
const ASCENT = 1069;
const DESCENT = 293;
const ADVANCE = 600;

/** The corners of the box, x and y: the outside clockwise, the inside counter-clockwise. */
const CORNERS = [94, 0, 94, 714, 506, 714, 506, 0, 145, 51, 455, 51, 455, 663, 145, 663];

/** All of Unicode except invisible characters: controls, joiners, marks of direction, variation selectors, tags. */
const COVERED = [
  [0x00a1, 0x00ac],
  [0x00ae, 0x034e],
  [0x0350, 0x061b],
  [0x061d, 0x180a],
  [0x180f, 0x1fff],
  [0x2010, 0x2027],
  [0x2030, 0x205f],
  [0x2070, 0xfdff],
  [0xfe10, 0xfefe],
  [0xff00, 0xdffff],
  [0xe1000, 0x10ffff],
];

/**
 * A TrueType font in which every character is a box: the last family of every list. The canvas searches the fonts of the
 * machine for a character that no listed family has, which cannot be switched off. Without this font the same text would look
 * different on every machine.
 * Source of the format: https://learn.microsoft.com/typography/opentype/spec/otff (`cmap` of format 13, "many-to-one").
 */
export function missingGlyphFont(): Buffer {
  const box = boxGlyph();
  const name = Buffer.from('Missing Glyph', 'utf16le').swap16();
  return assemble([
    [
      'OS/2',
      join(
        u16(4, ADVANCE, 400, 5, ...zeros(27), 0x40, 0, 0xffff, ASCENT, -DESCENT, 0, ASCENT, DESCENT),
        u16(...zeros(4), 536, 714, 0, 0x20, 1),
      ),
    ],
    [
      'cmap',
      join(
        u16(0, 1, 3, 10),
        u32(12),
        u16(13, 0),
        u32(16 + 12 * COVERED.length, 0, COVERED.length, ...COVERED.flatMap(([from, to]) => [from!, to!, 1])),
      ),
    ],
    ['glyf', box],
    [
      'head',
      join(
        u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
        u16(0, EM),
        u32(0, 0, 0, 0),
        u16(94, 0, 506, 714, 0, 8, 2, 1, 0),
      ),
    ],
    ['hhea', u16(1, 0, ASCENT, -DESCENT, 0, ADVANCE, 94, 94, 506, 1, 0, 0, 0, 0, 0, 0, 0, 2)],
    ['hmtx', u16(ADVANCE, 94, ADVANCE, 94)],
    ['loca', u32(0, 0, box.length)],
    ['maxp', join(u32(0x10000), u16(2, 8, 2, 0, 0, 1, ...zeros(8)))],
    ['name', join(u16(0, 2, 30, 3, 1, 0x409, 1, name.length, 0, 3, 1, 0x409, 4, name.length, 0), name)],
    ['post', u32(0x30000, 0, 0, 0, 0, 0, 0, 0)],
  ]);
}

function boxGlyph(): Buffer {
  const xs = CORNERS.filter((_, index) => index % 2 === 0);
  const ys = CORNERS.filter((_, index) => index % 2 === 1);
  const steps = (values: number[]) => values.map((value, index) => value - (values[index - 1] ?? 0));
  const onCurve = Buffer.alloc(xs.length, 1);
  return join(u16(2, 94, 0, 506, 714, 3, 7, 0), onCurve, u16(...steps(xs), ...steps(ys)));
}

/** The tables after their directory. Checksums of tables are 0, because no rasterizer checks them. */
function assemble(tables: [tag: string, data: Buffer][]): Buffer {
  const power = Math.floor(Math.log2(tables.length));
  const head = [u32(0x10000), u16(tables.length, 16 * 2 ** power, power, 16 * (tables.length - 2 ** power))];
  const parts: Buffer[] = [];
  let place = 12 + 16 * tables.length;
  for (const [tag, data] of tables) {
    head.push(Buffer.from(tag), u32(0, place, data.length));
    const padded = join(data, Buffer.alloc(-data.length & 3));
    parts.push(padded);
    place += padded.length;
  }
  return join(...head, ...parts);
}

const join = (...parts: Buffer[]) => Buffer.concat(parts);
const zeros = (count: number): number[] => new Array(count).fill(0);

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}
