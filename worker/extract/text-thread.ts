import { UnreadableError } from '../sandbox/errors.ts';
import { threadTask } from '../threads/thread-task.ts';
import type { Block } from './blocks.ts';
import { describeBlocks } from './describe.ts';
import { describePage } from './describe-page.ts';
import { describeWithRecipe } from './describe-text.ts';
import type { Digest } from './digest.ts';
import { digestText, digestTextFile, type TextFile } from './digest-text.ts';
import { loadLanguages } from './languages/guess-language.ts';
import { splitText } from './split-text.ts';

/** The message to a thread. */
export type TextTask =
  | { kind: 'text'; text: string; now: Date }
  | { kind: 'file'; file: TextFile; now: Date }
  /** Text recognised in a picture. */
  | { kind: 'words'; text: string }
  /** Blocks from the child process. Those of Markdown may be a recipe. */
  | { kind: 'blocks' | 'markdown' | 'page'; blocks: Block[] };

/** The reply of a thread. Errors are plain data, because classes are lost between threads. */
export type TextOutcome = { ok: true; digest: Digest } | { ok: false; unreadable: boolean; message: string };

/** Reads one text. */
export function readTextTask(task: TextTask): TextOutcome {
  try {
    return { ok: true, digest: run(task) };
  } catch (error) {
    const unreadable = error instanceof UnreadableError;
    return {
      ok: false,
      unreadable,
      message: unreadable ? error.message : String((error as Error)?.stack ?? error),
    };
  }
}

/** The entry of a thread for text. */
export default threadTask(readTextTask, loadLanguages);

function run(task: TextTask): Digest {
  switch (task.kind) {
    case 'text':
      return digestText(task.text, task.now);
    case 'file':
      return digestTextFile(task.file, task.now);
    case 'words':
      return describeBlocks(splitText(task.text));
    case 'blocks':
      return describeBlocks(task.blocks);
    case 'page':
      return describePage(task.blocks);
    case 'markdown':
      return describeWithRecipe(task.blocks);
  }
}
