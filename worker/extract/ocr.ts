import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, type Line, OEM, type Page, type Worker } from 'tesseract.js';
import { monotonicMs } from '#shared/clock.ts';
import { countWords } from '#shared/count-words.ts';
import { encodePng } from '../imaging/png.ts';
import type { Picture } from '../sandbox/task-result.ts';
import { createSlots } from '../threads/slots.ts';
import { oneLine } from './blocks.ts';
import type { Area } from './faces/find-faces.ts';

/** The text that was recognised in a picture. */
export interface PrintedText {
  /** Blocks are separated by a blank line. Empty without text, and when the time limit was reached. */
  text: string;
  /** Where its lines are, in pixels, and how many words each has. */
  lines: PrintedLine[];
  /** Nearly all lines were read with confidence. */
  certain: boolean;
  /** The time limit was reached, so it is unknown whether there is text. */
  late?: true;
}

export type PrintedLine = Area & { words: number };

/** The time limit of one picture, shared by its readings. Waiting for other pictures does not count. */
export interface Allowance {
  /** Set by the first reading. */
  leftMs?: number;
}

/** Reads the words in pictures. */
export interface Ocr {
  read(picture: Picture, allowance?: Allowance): Promise<PrintedText>;
  close(): Promise<void>;
}

export interface OcrOptions {
  /** Time limit of one picture, in milliseconds. */
  timeLimitMs?: number;
}

const LANGUAGE_DATA = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);
/** Time for which the engine, some 200 MB, is kept after the last picture. */
const IDLE_MS = 60_000;
/** Tesseract's confidence in a line, in percent. Below this, leaves and tiles in photographs are read as letters. */
const MIN_CONFIDENCE = 60;
/** Share of the lines that must be certain for the text to stand for the picture. */
const MIN_CERTAIN_SHARE = 0.85;
/** Share of a paragraph's width from which a line is full, and number of letters from which it is running text. */
const MIN_FULL_LINE_SHARE = 0.8;
const MIN_FULL_LINE_LETTERS = 30;
const NO_TEXT: PrintedText = { text: '', lines: [], certain: false };
/** Text without a word of three letters is noise, such as blades of grass. */
const HAS_WORD = /[\p{L}\p{N}]{3}/u;

/**
 * Creates one Tesseract engine for each process, in a thread of its own. The first picture starts it. It is kept while there are
 * more pictures, and replaced when it dies or exceeds the time limit. Pictures wait in a queue. The engine gets decoded pixels,
 * never an uploaded file.
 */
export function createOcr({ timeLimitMs = 20_000 }: OcrOptions = {}): Ocr {
  const queue = createSlots(1);
  let engine: Promise<Worker> | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    const stopping = engine;
    engine = undefined;
    clearTimeout(idle);
    await stopping?.then((worker) => worker.terminate()).catch(() => {});
  }

  return {
    async read(picture, allowance = {}) {
      const release = await queue.take();
      clearTimeout(idle);
      const begun = monotonicMs();
      const { leftMs = timeLimitMs } = allowance;
      try {
        if (leftMs <= 0) return { ...NO_TEXT, late: true };
        engine ??= startEngine();
        const worker = await engine;
        const png = Buffer.from(encodePng(picture.data, picture.width, picture.height, 3));
        const work = worker.recognize(png, {}, { text: false, blocks: true });
        const result = await withLimit(work, leftMs);
        if (!result) await stop();
        return result ? certainText(result.data) : { ...NO_TEXT, late: true };
      } catch (error) {
        await stop();
        throw error;
      } finally {
        allowance.leftMs = Math.max(0, leftMs - (monotonicMs() - begun));
        idle = setTimeout(stop, IDLE_MS).unref();
        release();
      }
    },
    async close() {
      await queue.close();
      await stop();
    },
  };
}

/** An engine for Latin script, its language data from the packages. End it with `terminate`. */
export function startEngine(): Promise<Worker> {
  return createWorker('eng', OEM.LSTM_ONLY, {
    langPath: LANGUAGE_DATA,
    cacheMethod: 'none',
    gzip: true,
    // Errors reject the call as well; the default handler throws them where they cannot be caught.
    errorHandler: () => {},
  });
}

async function withLimit<T>(work: Promise<T>, limitMs: number): Promise<T | null> {
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    clock = setTimeout(resolve, limitMs, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(clock);
    work.catch(() => {});
  }
}

function certainText({ blocks }: Page): PrintedText {
  const paragraphs = (blocks ?? []).flatMap((block) => block.paragraphs);
  const wordy = paragraphs.map(({ lines }) => lines.filter(({ text }) => isWordy(text)));
  const confident = wordy.map((lines) => lines.filter(({ confidence }) => confidence >= MIN_CONFIDENCE));
  const text = confident
    .filter((lines) => lines.length > 0)
    .map(joinLines)
    .join('\n\n');
  if (!HAS_WORD.test(text)) return NO_TEXT;
  const lines = confident.flat().map(({ text: own, bbox: { x0, y0, x1, y1 } }) => ({
    x: x0,
    y: y0,
    width: x1 - x0,
    height: y1 - y0,
    words: countWords(own),
  }));
  return { text, lines, certain: lines.length >= MIN_CERTAIN_SHARE * wordy.flat().length };
}

/** Joins lines that fill their paragraph; other line breaks are kept. */
function joinLines(lines: Line[]): string {
  const left = Math.min(...lines.map(({ bbox }) => bbox.x0));
  const right = Math.max(...lines.map(({ bbox }) => bbox.x1));
  return lines.reduce((text, { text: own }, index) => {
    const before = lines[index - 1];
    if (!before) return oneLine(own);
    const isFull =
      before.bbox.x1 - left >= MIN_FULL_LINE_SHARE * (right - left) &&
      before.text.length >= MIN_FULL_LINE_LETTERS;
    if (isFull && /\p{L}-$/u.test(text)) return `${text.slice(0, -1)}${oneLine(own)}`;
    return `${text}${isFull ? ' ' : '\n'}${oneLine(own)}`;
  }, '');
}

/** At least two letters or digits together, and more of them than of anything else. */
function isWordy(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return /[\p{L}\p{N}]{2}/u.test(text) && letters * 2 > text.replace(/\s/g, '').length;
}
