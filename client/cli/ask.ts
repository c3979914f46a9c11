import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError, EXIT, usageError } from './exit-codes.ts';

export interface Question {
  prompt: string;
  /** The answer is not echoed. */
  hidden: boolean;
}

/**
 * Asks questions on the terminal, one after the other; without a terminal reads a line of standard input for each.
 * Keys are echoed by the next open question, so that a hidden answer that is typed too early stays hidden.
 * @throws {CommandError} when the input ends, or Ctrl-C is pressed
 */
export async function ask(questions: Question[]): Promise<string[]> {
  const { stdin, stderr } = process;
  const answers: string[] = [];
  const isHidden = () => questions[answers.length]?.hidden ?? true;
  const echo = new Writable({
    write(chunk, _, done) {
      if (!isHidden()) stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({
    input: stdin,
    output: echo,
    terminal: stdin.isTTY === true,
    historySize: 0,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const prompt = () => stdin.isTTY && stderr.write(questions[answers.length]?.prompt ?? '');
      lines.on('line', (line) => {
        if (answers.length === questions.length) return;
        if (stdin.isTTY && isHidden()) stderr.write('\n');
        answers.push(line);
        if (answers.length < questions.length) prompt();
        else resolve();
      });
      lines.on('SIGINT', () => reject(new CommandError(EXIT.interrupted, 'interrupted', 'Interrupted.')));
      lines.on('close', () => reject(usageError('The input ended before every question was answered.')));
      prompt();
    });
    return answers;
  } finally {
    lines.close();
    // Otherwise the open terminal would keep the program from ending.
    stdin.pause();
  }
}
