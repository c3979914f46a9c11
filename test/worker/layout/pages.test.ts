import test from 'ava';
import jsqr from 'jsqr';
import type { BitsPerPixel } from '#worker/imaging/dither.ts';
import { sceneFrames } from '#worker/imaging/scene-products.ts';
import { unpack } from '#worker/imaging/unpack.ts';
import { claimPage } from '#worker/layout/claim-page.ts';
import { layOutTemplate } from '#worker/layout/templates/index.ts';
import { welcomePage } from '#worker/layout/welcome-page.ts';

// jsqr is CommonJS: what Node imports is its module object.
const readQr = (
  jsqr as unknown as {
    default: (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
  }
).default;

const PANEL = { width: 800, height: 480, toneExponent: 1.3, tone: 'plain' } as const;

function qrOf(codes: Uint8Array): string | undefined {
  const rgba = new Uint8ClampedArray(codes.length * 4);
  for (const [i, code] of codes.entries()) rgba.set([code, code, code, 255], 4 * i);
  return readQr(rgba, 800, 480)?.data;
}

const URLS = [
  'http://192.168.1.20:3000/claim?code=K7M4QX',
  'https://placard.a-rather-long-name.example.org/somewhere/claim?code=K7M4QX',
];

for (const claimUrl of URLS) {
  test(`the code on the claim page is read back from every raw frame: ${claimUrl}`, async (t) => {
    const scene = claimPage({ code: 'K7M4QX', claimUrl, brand: 'Placard' });
    const frames = await sceneFrames({ kind: 'scene', scene, images: {} }, PANEL);
    for (const bits of [1, 2, 4] as BitsPerPixel[]) {
      t.is(qrOf(unpack(frames[`raw${bits}`], 800, 480, bits)), claimUrl);
    }
  });
}

test('modules of the code are squares of whole pixels, in pure black and white', async (t) => {
  const scene = claimPage({ code: 'K7M4QX', claimUrl: URLS[0]!, brand: 'Placard' });
  const modules = scene.elements.filter(({ id }) => id.startsWith('qr-'));
  const side = Math.min(...modules.map(({ frame }) => frame.height));
  t.true(side >= 4, 'large enough for a telephone at arm’s length');
  t.true(modules.every(({ frame }) => frame.height % side === 0 && frame.width % side === 0));
});

test('the claim code is large and the band around it is solid', async (t) => {
  const scene = claimPage({ code: 'W4MWQX', claimUrl: URLS[0]!, brand: 'Placard' });
  const frames = await sceneFrames({ kind: 'scene', scene, images: {} }, PANEL);
  const codes = unpack(frames.raw1, 800, 480, 1);
  const rows = Array.from({ length: 224 }, (_, y) => codes.subarray(y * 800, (y + 1) * 800));
  const inked = rows.flatMap((row, y) => (row.includes(255) ? [y] : []));
  t.true(inked.at(-1)! - inked[0]! > 80, 'the letters are more than 80 pixels high');
  t.true(
    rows.every((row) => row.subarray(0, 24).every((code) => code === 0)),
    'nothing touches the edges',
  );
  t.true(rows.every((row) => row.subarray(776).every((code) => code === 0)));
});

test('long, short and foreign panel names fit the welcome page', async (t) => {
  for (const name of ['A', 'Küche', 'Besprechungsraum '.repeat(12), 'محطة القطار', '会议室']) {
    const frames = await sceneFrames({ kind: 'scene', scene: welcomePage({ name }), images: {} }, PANEL);
    const codes = unpack(frames.raw1, 800, 480, 1);
    const ink = (x: number, y: number, width: number, height: number) => {
      let count = 0;
      for (let row = y; row < y + height; row++) {
        for (let column = x; column < x + width; column++) count += codes[row * 800 + column] === 0 ? 1 : 0;
      }
      return count;
    };
    t.true(ink(56, 32, 688, 236) > 100, `${name} is drawn`);
    t.is(ink(0, 0, 56, 430), 0, `${name} stays off the left margin`);
    t.is(ink(744, 0, 56, 430), 0, `${name} stays off the right margin`);
  }
});

test('the smallest page of an agenda shows the beginning of its first event, not its title alone', (t) => {
  const parameters = {
    title: 'Family',
    events: [23, 24, 25].map((day) => ({
      title: 'Swimming',
      place: 'Town pool at the river',
      start: `2026-11-${day}T18:30:00`,
      end: `2026-11-${day}T19:30:00`,
    })),
  };
  const scene = layOutTemplate('agenda', parameters, { width: 170, height: 170 }, 'color');
  const words = scene.elements.map((one) => (one.type === 'text' ? one.properties.text : '')).join(' ');
  t.regex(words, /Swimming/);
});
