import { encode } from 'uqr';
import { createCanvas, type SKRSContext2D } from '../../imaging/canvas.ts';
import { familiesFor } from '../../imaging/fonts.ts';
import { encodePng } from '../../imaging/png.ts';

/** Pictures of the gallery, drawn here so that there is no copyright: the same pixels every time. */

/** Whole numbers from 0 to 2 ** 32 - 1 (xorshift32, Marsaglia 2003). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

interface Mood {
  sky: [string, string];
  sun: string;
  far: string;
  near: string;
  seed: number;
}

const MOODS: Record<string, Mood> = {
  dawn: { sky: ['#27406b', '#f4c99b'], sun: '#fff3d6', far: '#7c86a8', near: '#141c28', seed: 7 },
  noon: { sky: ['#2f7fc4', '#d9ecf7'], sun: '#ffffff', far: '#8fb0b8', near: '#20402c', seed: 21 },
  dusk: { sky: ['#1c1a38', '#e2673f'], sun: '#ffd28a', far: '#6a3f57', near: '#120d16', seed: 33 },
  fog: { sky: ['#b9c2c6', '#eef0ee'], sun: '#ffffff', far: '#c2cacb', near: '#4b5a5c', seed: 48 },
};

export type MoodName = 'dawn' | 'noon' | 'dusk' | 'fog';

/** Mountains in haze, a sun, water below, and film grain. PNG bytes. */
export function drawLandscape(name: MoodName, width: number, height: number): Uint8Array {
  const mood = MOODS[name]!;
  const random = randomNumbers(mood.seed);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, 0, height * 0.72);
  sky.addColorStop(0, mood.sky[0]);
  sky.addColorStop(1, mood.sky[1]);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  const sun = { x: width * (0.25 + 0.5 * random()), y: height * (0.24 + 0.2 * random()) };
  const glow = context.createRadialGradient(sun.x, sun.y, 0, sun.x, sun.y, height * 0.5);
  glow.addColorStop(0, mood.sun);
  glow.addColorStop(0.12, `${mood.sun}cc`);
  glow.addColorStop(1, `${mood.sun}00`);
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  const ridges = 5;
  for (let ridge = 0; ridge < ridges; ridge++) {
    context.fillStyle = mix(mood.far, mood.near, ridge / (ridges - 1));
    drawRidge(context, random, width, height, 0.4 + 0.11 * ridge, 0.2 - 0.02 * ridge);
  }
  grain(context, random, width, height);
  return canvas.toBuffer('image/png');
}

/** A ridge by midpoint displacement. */
function drawRidge(
  context: SKRSContext2D,
  random: () => number,
  width: number,
  height: number,
  level: number,
  rough: number,
): void {
  const points = new Float64Array(257).fill(level);
  points[0] = level + (random() - 0.5) * rough;
  points[256] = level + (random() - 0.5) * rough;
  for (let step = 128, reach = rough; step >= 1; step >>= 1, reach *= 0.52) {
    for (let at = step; at < 256; at += 2 * step) {
      points[at] = (points[at - step]! + points[at + step]!) / 2 + (random() - 0.5) * reach;
    }
  }
  context.beginPath();
  context.moveTo(0, height);
  for (const [index, point] of points.entries()) context.lineTo((index / 256) * width, point * height);
  context.lineTo(width, height);
  context.closePath();
  context.fill();
}

function grain(context: SKRSContext2D, random: () => number, width: number, height: number): void {
  const image = context.getImageData(0, 0, width, height);
  for (let i = 0; i < image.data.length; i += 4) {
    const change = (random() - 0.5) * 14;
    for (let channel = 0; channel < 3; channel++) image.data[i + channel]! += change;
  }
  context.putImageData(image, 0, 0);
}

function mix(a: string, b: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(channel(a, at) * (1 - share) + channel(b, at) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** A slide: a heading on a dark ground, and growing bars. PNG bytes. */
export function drawSlide(width: number, height: number, heading: string): Uint8Array {
  const random = randomNumbers(11);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#1d3557';
  context.fillRect(0, 0, width, height * 0.24);
  context.fillStyle = '#ffffff';
  context.font = `${Math.round(height * 0.11)}px ${familiesFor(heading, 'sans', 400)}`;
  context.fillText(heading, width * 0.06, height * 0.16, width * 0.88);
  for (let bar = 0; bar < 8; bar++) {
    const own = height * (0.12 + 0.06 * bar + 0.06 * random());
    context.fillStyle = bar === 7 ? '#c8442e' : '#1d3557';
    context.fillRect(width * (0.08 + 0.108 * bar), height * 0.93 - own, width * 0.07, own);
  }
  return canvas.toBuffer('image/png');
}

/** The modules of a QR code, one pixel each. */
export function drawModules(text: string): Uint8Array {
  const { data, size } = encode(text, { ecc: 'L', border: 0 });
  const rgb = Uint8Array.from(data.flat().flatMap((dark) => Array<number>(3).fill(dark ? 0 : 255)));
  return encodePng(rgb, size, size, 3);
}

/** A page of a report, with a heading, a chart and lines of type. PNG bytes. */
export function drawReport(width: number, height: number, heading: string): Uint8Array {
  const random = randomNumbers(5);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#1d3557';
  context.fillRect(0, 0, width, height * 0.018);
  context.font = `${Math.round(width / 16)}px ${familiesFor(heading, 'serif', 400)}`;
  context.fillStyle = '#111111';
  context.fillText(heading, width * 0.1, height * 0.12, width * 0.8);
  const lines = (from: number, to: number, left: number, right: number) => {
    context.fillStyle = '#777777';
    for (let y = from; y < to; y += 0.021) {
      const end = (y + 0.021 >= to ? 0.6 : 0.93 + 0.07 * random()) * (right - left);
      context.fillRect(width * left, height * y, width * end, height * 0.0075);
    }
  };
  lines(0.17, 0.33, 0.1, 0.9);
  context.fillStyle = '#eef1f4';
  context.fillRect(width * 0.1, height * 0.37, width * 0.8, height * 0.24);
  for (let bar = 0; bar < 9; bar++) {
    const own = height * (0.05 + 0.16 * random());
    context.fillStyle = bar === 6 ? '#c8442e' : '#1d3557';
    context.fillRect(width * (0.14 + 0.083 * bar), height * 0.59 - own, width * 0.05, own);
  }
  lines(0.65, 0.92, 0.1, 0.48);
  lines(0.65, 0.92, 0.52, 0.9);
  return canvas.toBuffer('image/png');
}
