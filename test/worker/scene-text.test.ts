import test from 'ava';
import { drawn, frame, text } from './scene-drawing.ts';

test('text stays inside its frame, whatever it is', async (t) => {
  const at = frame(40, 30, 100, 50);
  const texts = [
    'wwwwww '.repeat(60),
    'W'.repeat(300),
    'ÄÖÜ\n\n\n\n\nx',
    'نص عربي طويل '.repeat(20),
    '漢字'.repeat(99),
  ];
  for (const value of texts) {
    for (const size of [12, 40, 200]) {
      const { box } = await drawn([text(value, at, { size })]);
      t.true(box !== null, value);
      const [left, top, right, bottom] = box!;
      t.true(
        left >= 40 && top >= 30 && right < 140 && bottom < 80,
        `${value.slice(0, 9)} at ${size}: ${box}`,
      );
    }
  }
});

test('alignment moves the ink', async (t) => {
  const at = frame(20, 20, 160, 80);
  const box = async (properties: Record<string, unknown>) =>
    (await drawn([text('Hill', at, { size: 20, ...properties })])).box!;
  t.true((await box({ align: 'left' }))[0] < 26);
  t.true((await box({ align: 'right' }))[2] > 174);
  const [left, , right] = await box({ align: 'center' });
  t.true(Math.abs(left + right - 199) <= 3);
  const [, top, , bottom] = await box({ verticalAlign: 'middle' });
  t.true(Math.abs(top + bottom - 119) <= 6);
  t.true((await box({ verticalAlign: 'bottom' }))[1] > (await box({ verticalAlign: 'top' }))[3]);
});

test('right-to-left text starts at the right, and its end is the left', async (t) => {
  const { box } = await drawn([text('שלום', undefined, { size: 20 })]);
  t.true(box![2] > 190 && box![0] > 100);
  const end = await drawn([text('שלום', undefined, { size: 20, align: 'end' })]);
  t.true(end.box![0] < 10);
});

test('a heavier weight has more ink, a larger line height more room', async (t) => {
  const ink = async (weight: number) => (await drawn([text('Weight', undefined, { size: 30, weight })])).ink;
  t.true((await ink(800)) > (await ink(400)) * 1.2);
  const bottom = async (lineHeight: number) =>
    (await drawn([text('a\nb', undefined, { size: 20, lineHeight })])).box![3];
  t.true((await bottom(2)) - (await bottom(1)) >= 18);
});

test('letter spacing widens, and a centred line stays centred', async (t) => {
  const width = async (letterSpacing: number) => {
    const { box } = await drawn([text('ABC', undefined, { size: 20, letterSpacing, align: 'center' })]);
    t.true(Math.abs(box![0] + box![2] - 199) <= 3);
    return box![2] - box![0];
  };
  t.is(Math.round((await width(20)) - (await width(0))), 40);
});

const SCRIPTS: Record<string, string> = {
  latin: 'Ag',
  accents: 'ŁǾệ',
  greek: 'Ωμέγα',
  cyrillic: 'Привет',
  arabic: 'سلام',
  hebrew: 'שלום',
  thai: 'สวัสดี',
  devanagari: 'नमस्ते',
  japanese: 'こんにちは東京',
  chinese: '你好马龙',
  korean: '안녕하세요',
  emoji: '😀🎉🚀',
  symbols: '→★✓☂',
};

for (const [script, value] of Object.entries(SCRIPTS)) {
  test(`no character of ${script} is drawn as a missing one`, async (t) => {
    const missing = await drawn([text('\u{10fffd}', undefined, { size: 40 })]);
    const seen = new Set<string>();
    for (const { segment } of new Intl.Segmenter('en').segment(value)) {
      const { codes, ink } = await drawn([text(segment, undefined, { size: 40, align: 'left' })]);
      t.true(ink > 0, segment);
      t.not(Buffer.compare(codes, missing.codes), 0, segment);
      seen.add(Buffer.from(codes).toString('latin1'));
    }
    t.is(
      seen.size,
      new Set(Array.from(new Intl.Segmenter('en').segment(value), (part) => part.segment)).size,
    );
  });
}

test('control characters draw nothing, and unknown ones break nothing', async (t) => {
  t.is((await drawn([text('\u0000\u0007\u200b')])).box, null);
  t.true((await drawn([text('a\u{10fffd}b')])).ink > 0);
});
