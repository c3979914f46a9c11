import { createPixels } from '#worker/imaging/pool.ts';

/** Renders the given pictures on two threads and prints the peak memory of the process in megabytes. */
const pixels = createPixels({ threads: 2 });
const [png = '', jpeg = ''] = process.argv.slice(2);
const sources = [
  { kind: 'image' as const, input: png, contentType: 'image/png' },
  { kind: 'image' as const, input: jpeg, contentType: 'image/jpeg' },
];
const panel = { width: 800, height: 480, toneExponent: 1.3, tone: 'auto' } as const;
for (let round = 0; round < 25; round++) {
  await Promise.all([...sources, ...sources].map((source) => pixels.renderFrames(source, panel)));
}
await pixels.close();
console.log(Math.round(process.resourceUsage().maxRSS / 1024));
