import { countWords } from '#shared/count-words.ts';
import { SandboxFailedError, UnreadableError } from '../sandbox/errors.ts';
import { createThreadPool, TimeLimitError } from '../threads/thread-pool.ts';
import { type Block, blocksToText, cutText, MAX_TEXT, oneLine, shorten } from './blocks.ts';
import { decodeText, tidyText } from './decode-text.ts';
import { blankDigest, type Digest } from './digest.ts';
import type { TextOutcome, TextTask } from './text-thread.ts';

/** Digests text in threads that can be terminated. */
export interface TextPool {
  /**
   * The digest of a text. Beyond the limits of time or memory, a digest of the unparsed text that is marked `tooComplex`.
   * @throws {UnreadableError} when bytes do not have the declared format
   * @throws {SandboxFailedError} when a thread ended for another reason; the call may be repeated
   */
  digest(task: TextTask): Promise<Digest>;
  close(): Promise<void>;
}

export interface TextPoolOptions {
  /** Number of texts that are read at once. At least two, so that a slow text does not delay every other. */
  threads: number;
  /** Milliseconds for one text. The longest text takes 10 ms. */
  timeLimitMs?: number;
  /** The module that a thread runs. */
  entry?: URL;
}

/** Characters of a summary, and of the text that one is cut from. */
const SUMMARY = { length: 320, sample: 2_000 };

export function createTextPool({ threads, timeLimitMs = 5_000, entry }: TextPoolOptions): TextPool {
  const pool = createThreadPool<TextTask, TextOutcome>({
    entry: entry ?? new URL('./text-thread.ts', import.meta.url),
    threads,
    timeLimitMs,
  });
  return {
    async digest(task) {
      const outcome = await pool.run(task).catch((error: unknown) => {
        if (exceedsLimits(error)) return null;
        // A thread that ends with the process, or is killed, says nothing about the text.
        throw new SandboxFailedError('the thread that reads texts died or was closed', { cause: error });
      });
      if (!outcome) return digestPlainly(task);
      if (outcome.ok) return outcome.digest;
      throw outcome.unreadable ? new UnreadableError(outcome.message) : new Error(outcome.message);
    },
    // Without it, a text could delay the end of the process up to its time limit.
    close: () => pool.terminate(),
  };
}

function exceedsLimits(error: unknown): boolean {
  return (
    error instanceof TimeLimitError || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  );
}

/** The digest of an unparsed text, in linear time. */
function digestPlainly(task: TextTask): Digest {
  const { blocks, rest } = plainBlocks(task);
  const text = blocksToText(blocks);
  return {
    ...blankDigest('note'),
    blocks,
    omitted: countWords(rest),
    text,
    summary: shorten(oneLine(cutText(text, SUMMARY.sample)), SUMMARY.length),
    words: countWords(text),
    tooComplex: true,
  };
}

function plainBlocks(task: TextTask): { blocks: Block[]; rest: string } {
  if ('blocks' in task) return { blocks: task.blocks, rest: '' };
  const whole = task.kind === 'file' ? decodeText(task.file.bytes, task.file.charset) : tidyText(task.text);
  const text = cutText(whole, MAX_TEXT);
  return { blocks: [{ kind: 'paragraph', text }], rest: whole.slice(text.length) };
}
