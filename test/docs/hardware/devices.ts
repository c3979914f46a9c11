import type { Browser } from 'playwright-core';
import sharp from 'sharp';

/** A drawing around a screen: a device as it hangs on a wall. */
export interface Device {
  width: number;
  height: number;
  /** Where the screen is in it, and how large. */
  screen: { left: number; top: number; width: number; height: number };
  /** What is behind the screen, in SVG. */
  body: string;
}

const LINE = 'stroke="#9a9a9a" stroke-width="2"';
const PANEL = { width: 800, height: 480 };

/** A frame of plastic: so much of it left, above, right and below. */
function framed(
  screen: { width: number; height: number },
  [left, top, right, bottom]: [number, number, number, number],
  { fill, radius, more = '' }: { fill: string; radius: number; more?: string },
): Device {
  const margin = 24;
  const [wide, tall] = [left + screen.width + right, top + screen.height + bottom];
  return {
    width: wide + 2 * margin,
    height: tall + 2 * margin,
    screen: { left: margin + left, top: margin + top, ...screen },
    body: `<rect x="${margin}" y="${margin}" width="${wide}" height="${tall}" rx="${radius}" fill="${fill}" ${LINE}/>${more}`,
  };
}

/** Bare glass of 7.5 inches, with its flat cable at the lower edge, above a board of so many pixels. */
function glass(boardHeight: number, board: string): Device {
  const [left, top] = [60, 40];
  const edge = 14;
  const below = top + PANEL.height + edge + 22;
  return {
    width: PANEL.width + 2 * left,
    height: below + 60 + boardHeight + 30,
    screen: { left, top, ...PANEL },
    body: `
      <rect x="${left - edge}" y="${top - edge}" width="${PANEL.width + 2 * edge}" height="${PANEL.height + 2 * edge + 20}" rx="4" fill="#fbfbf8" ${LINE}/>
      <rect x="${left + 352}" y="${below - 8}" width="96" height="72" fill="#c98a2b" stroke="#8f5f17" stroke-width="2"/>
      <g stroke="#8f5f17" stroke-width="1">${Array.from({ length: 11 }, (_, n) => `<path d="M${left + 360 + n * 8} ${below - 4}v64"/>`).join('')}</g>
      <g transform="translate(0 ${below + 56})">${board}</g>`,
  };
}

const pins = (count: number, x: number, y: number) =>
  Array.from(
    { length: count * 2 },
    (_, n) => `<rect x="${x + (n >> 1) * 11}" y="${y + (n & 1) * 11}" width="6" height="6" fill="#d8b25a"/>`,
  ).join('');

const TEXT = 'font-family="Noto Sans, sans-serif" font-size="15" fill="#f2f2f2"';

/** The sides of a Raspberry Pi, its driver HAT on the 40 pins. */
const RASPBERRY_PI = `
  <rect x="300" y="40" width="380" height="210" rx="14" fill="#2f7d4f" ${LINE}/>
  <g fill="#c9c9c9" stroke="#777"><rect x="630" y="66" width="66" height="46"/><rect x="630" y="126" width="66" height="46"/><rect x="622" y="186" width="74" height="50"/></g>
  <rect x="312" y="8" width="290" height="190" rx="10" fill="#1d3f78" ${LINE}/>
  <rect x="330" y="150" width="232" height="32" fill="#161616"/>${pins(20, 336, 154)}
  <rect x="404" y="4" width="112" height="26" fill="#eee" stroke="#777"/>
  <text x="334" y="72" ${TEXT}>e-Paper driver HAT</text>
  <text x="334" y="96" ${TEXT}>on the 40 pins of a Raspberry Pi</text>`;

/** A small ESP32 board on the driver of the glass. */
const ESP32 = `
  <rect x="376" y="8" width="168" height="96" rx="8" fill="#1b1b1b" ${LINE}/>
  <rect x="404" y="4" width="112" height="22" fill="#eee" stroke="#777"/>
  <rect x="430" y="36" width="60" height="46" rx="4" fill="#bdbdbd" stroke="#777"/>
  <rect x="444" y="96" width="32" height="18" rx="5" fill="#c9c9c9" stroke="#777"/>
  <text x="384" y="62" ${TEXT}>ESP</text>`;

const round = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const DEVICES = {
  trmnl: framed(PANEL, [44, 44, 44, 64], { fill: '#f1f1ee', radius: 22 }),
  board: glass(120, ESP32),
  'raspberry-pi': glass(256, RASPBERRY_PI),
  tablet: framed({ width: 1024, height: 768 }, [96, 60, 96, 60], {
    ...{ fill: '#1c1c1e', radius: 34 },
    more: round(1192, 468, 22, '#3a3a3c'),
  }),
  kindle: framed({ width: 1024, height: 758 }, [60, 64, 120, 64], { fill: '#2a2a2a', radius: 26 }),
  kobo: framed({ width: 1024, height: 758 }, [130, 52, 52, 52], { fill: '#e9e7e2', radius: 30 }),
} satisfies Record<string, Device>;

/** What a screen shows, dot by dot, in the drawing of its device. @throws when the screen has another size */
export async function drawOn(browser: Browser, device: Device, shown: Buffer): Promise<Buffer> {
  const { width, height, screen, body } = device;
  const { data, info } = await sharp(shown)
    .removeAlpha()
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== screen.width || info.height !== screen.height)
    throw new Error(
      `The screen has ${screen.width}x${screen.height} pixels, and not ${info.width}x${info.height}.`,
    );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#d9d5cc"/>${body}</svg>`;
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body { margin: 0 }</style>${drawing}`);
  const empty = await page.screenshot();
  await page.close();
  return sharp(empty)
    .composite([{ input: data, left: screen.left, top: screen.top }])
    .png({ palette: true, colours: 32, dither: 0, effort: 10 })
    .toBuffer();
}
