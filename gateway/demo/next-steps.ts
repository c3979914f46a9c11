import { DISPLAY_NAME } from './claim-and-push.ts';

/** What to try next, as lines that can be copied. */
export function nextSteps(address: string, token: string): string[] {
  const wall = `${address}/push/${DISPLAY_NAME.toLowerCase()}`;
  return [
    '',
    'The panel shows a photograph. Now push something yourself, in another terminal in this folder:',
    '',
    `  curl -u :${token} -d 'Buy milk' ${wall}`,
    `  curl -u :${token} -T docs/images/raccoon.jpg ${wall}`,
    '',
    'A picture stays for a minute at least: what comes sooner waits in the queue. `make demo` prints these lines again.',
    'The panel runs until Ctrl-C.',
    '',
  ];
}
