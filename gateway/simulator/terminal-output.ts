import type { WriteStream } from 'node:tty';
import { writeLines } from '#shared/terminal-text.ts';
import type { Output } from './run-panel.ts';

/** The output of a panel on a stream, which may be a terminal whose size changes. */
export function terminalOutput(stream: WriteStream): Output {
  return {
    print: (...lines) => writeLines(stream, lines),
    draw: (drawing) => void stream.write(`${drawing}\n`),
    get columns() {
      return stream.columns ?? 80;
    },
    get rows() {
      return stream.rows ?? 24;
    },
  };
}
