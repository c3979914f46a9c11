export const DWELL = 'A picture stays for at least a minute: the next one waits in the queue until then.';

/**
 * Commands that push to the display `name`, as lines to copy. `token` is the token, or a shell expression that prints it.
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
