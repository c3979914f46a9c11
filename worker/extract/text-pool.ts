import { Piscina } from 'piscina';
import { createSlots } from '../imaging/slots.ts';
import { SandboxFailedError, UnreadableError } from '../sandbox/errors.ts';
import { type Block, blocksToText, cutText, MAX_TEXT, oneLine, shorten } from './blocks.ts';
import { countWords } from './count-words.ts';
import { decodeText } from './decode-text.ts';
import { blankDigest, type Digest } from './digest.ts';
import { tidyText } from './digest-text.ts';
import type { TextOutcome, TextTask } from './text-thread.ts';

/** Digests text in threads that can be ended. */
export interface TextPool {
  /**
   * A digest of the text; one marked `tooComplex`, with the text as it is, when that takes more time or memory than
   * the limits allow.
   * @throws {UnreadableError} when bytes are not what they are said to be
   * @throws {SandboxFailedError} when a thread ended for another reason; may be tried again
   */
  digest(task: TextTask): Promise<Digest>;
  close(): Promise<void>;
}

export interface TextPoolOptions {
  /** How many texts are read at once. At least two, so that a slow text does not hold up every other. */
  threads: number;
  /** Milliseconds that one text may take, the start of its thread included. The longest text takes 10 ms, a cold start under a second. */
  timeLimitMs?: number;
  /** The module that a thread runs. */
  entry?: URL;
}

/** Characters of a summary, and of the text that one is cut from. */
const SUMMARY = { length: 320, sample: 2_000 };

/**
 * One thread stays, because it takes half a second to load what tells languages apart; others end after a minute
 * without work. Texts wait here and not in the pool, so that the time limit does not count their waiting.
 */
export function createTextPool({ threads, timeLimitMs = 5_000, entry }: TextPoolOptions): TextPool {
  const pool = new Piscina({
    filename: (entry ?? new URL('./text-thread.ts', import.meta.url)).href,
    minThreads: 1,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 },
  });
  // A thread that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const slots = createSlots(threads);

  async function run(task: TextTask): Promise<TextOutcome | null> {
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      return await pool.run(task, { signal });
    } catch (error) {
      // A thread that ends with the process, or is killed, says nothing about the text.
      if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return null;
      throw new SandboxFailedError('the thread that reads texts died', { cause: error });
    }
  }

  return {
    async digest(task) {
      const release = await slots.take().catch(() => {
        throw new SandboxFailedError('the threads that read texts are closed');
      });
      try {
        const outcome = await run(task);
        if (!outcome) return digestPlainly(task);
        if (outcome.ok) return outcome.digest;
        throw outcome.unreadable ? new UnreadableError(outcome.message) : new Error(outcome.message);
      } finally {
        release();
      }
    },
    async close() {
      // Ends what runs as well: a text may be in the way of the process's end for as long as its limit.
      await Promise.all([slots.close(), pool.destroy()]);
    },
  };
}

/** The text as it is, in time that grows with its length alone. */
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
