/** Colours that differ by less, per channel on average, are one tone. */
const MAX_DISTANCE_PER_CHANNEL = 40;
const MAX_TONES = 5;
/** Share of the area below which a colour is not dominant. */
const MIN_SHARE = 0.04;

/**
 * The colours that fill most of a small RGB picture, in whole-number arithmetic: a histogram of 4 bits a channel,
 * whose fullest cells gather the cells near them. Returns `#rrggbb`, most of the area first.
 */
export function dominantTones(rgb: Uint8Array): string[] {
  const cells = new Map<number, { count: number; sum: [number, number, number] }>();
  for (let i = 0; i + 2 < rgb.length; i += 3) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(i, i + 3);
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
    const cell = cells.get(key) ?? { count: 0, sum: [0, 0, 0] };
    cell.count++;
    cell.sum[0] += r;
    cell.sum[1] += g;
    cell.sum[2] += b;
    cells.set(key, cell);
  }
  const byCount = [...cells].sort(([a, x], [b, y]) => y.count - x.count || a - b).map(([, cell]) => cell);
  const pixels = Math.max(1, Math.floor(rgb.length / 3));
  const groups: { color: number[]; count: number; sum: number[] }[] = [];
  for (const { count, sum } of byCount) {
    const color = sum.map((channel) => Math.floor(channel / count));
    const group = groups.find((each) => distance(each.color, color) < 3 * MAX_DISTANCE_PER_CHANNEL);
    if (!group) groups.push({ color, count, sum });
    else {
      group.count += count;
      group.sum = group.sum.map((channel, i) => channel + (sum[i] ?? 0));
    }
  }
  return groups
    .sort((a, b) => b.count - a.count)
    .filter((group, index) => index === 0 || group.count >= MIN_SHARE * pixels)
    .slice(0, MAX_TONES)
    .map((group) => hex(group.sum.map((channel) => Math.floor(channel / group.count))));
}

function distance(a: number[], b: number[]): number {
  return a.reduce((sum, channel, i) => sum + Math.abs(channel - (b[i] ?? 0)), 0);
}

function hex(color: number[]): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
