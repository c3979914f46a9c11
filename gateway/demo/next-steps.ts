export const DWELL = 'A picture stays for a minute at least: what comes sooner waits in the queue.';

/**
 * What to push next onto the display `name`, as lines that can be copied. `token` is the token, or what a shell puts in
 * its place.
 */
export function nextSteps(address: string, token: string, name: string): string[] {
  const wall = `${address}/push/${encodeURIComponent(name.trim().toLowerCase().replace(/\s+/g, '-'))}`;
  return [
    'Now push something yourself, in another terminal in this folder:',
    '',
    `  curl -u :${token} -d 'Buy milk' ${wall}`,
    `  curl -u :${token} -T docs/images/raccoon.jpg ${wall}`,
    '',
  ];
}
