import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Picture } from '../sandbox/task-result.ts';
import { type Block, blocksToText } from './blocks.ts';
import { formValues } from './form-values.ts';
import { cleanText } from './html-facts.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import type { Cell, PdfRun, StandingText } from './pdf-cell.ts';
import { standingText, toRows } from './pdf-cells.ts';
import { totalOf } from './pdf-kind.ts';
import { type Pair, pdfPairs } from './pdf-pairs.ts';
import { toRegions } from './pdf-regions.ts';
import { markRules } from './pdf-rules.ts';
import { isTrusted } from './pdf-trust.ts';
import { isVertical, layHorizontally } from './pdf-vertical.ts';
import { realTitle } from './real-title.ts';
import { seenTransform } from './seen-transform.ts';

/** Limit of the pages whose text is read. */
const MAX_PAGES = 40;

/** What a PDF says. */
export interface PaperText {
  title: string | null;
  author: string | null;
  /** The name of the paper on its first page. */
  heading: string | null;
  pages: number;
  blocks: Block[];
  /** Number of words of its fields that are left out. */
  omitted: number;
  /** Names and values of the first page. */
  pairs: Pair[];
  /** The sum of an invoice. */
  total: Pair | null;
}

/** What a PDF says, and how reliably it was read. */
export interface ReadPaper extends PaperText {
  text: string;
  /** The pieces of text on its first page. */
  cells: Cell[];
  /** The vertical text on its first page. */
  standing: StandingText[];
  trusted: boolean;
  /** Whether the text is trusted if its tables are read by their rules. */
  ruled: boolean;
  /** Whether letters of its first page have no font. */
  unseen: boolean;
  /** Whether its first page is written vertically; its cells are then converted to horizontal lines. */
  upright: boolean;
}

/** Reads the text of a PDF. `drawn` is the picture of its first page. */
export async function readPdfText(document: PDFDocumentProxy, drawn: Picture): Promise<ReadPaper> {
  const pages: PdfRun[][] = [];
  let [unseen, upright] = [false, false];
  let omitted = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const runs = items.filter((item) => 'str' in item);
    if (number === 1)
      unseen = runs.some((run) => NONSTANDARD_SCRIPT.test(run.str) && isMissing(page, run.fontName));
    const printed = runs.map((run) => ({ ...run, bold: isBold(page, run.fontName) }));
    const filled = await formValues(page);
    omitted += filled.omitted;
    const seen = [...printed, ...filled.runs].map((run) => toUprightRun(run, page));
    const stands = isVertical(seen);
    if (number === 1) upright = stands;
    pages.push(stands ? layHorizontally(seen) : seen);
  }
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const { Title, Author } = info as { Title?: unknown; Author?: unknown };
  const { height } = (await document.getPage(1)).getViewport({ scale: 1 });
  const mark = (found: Cell[][]) => {
    if (!upright) markRules(found, drawn, height);
  };
  const { blocks, title: heading } = pdfBlocks(pages, mark);
  const text = blocksToText(blocks);
  const rows = toRows(pages[0] ?? []);
  mark(rows);
  const regions = toRegions(rows);
  const pairs = pdfPairs(rows);
  return {
    text,
    cells: rows.flat(),
    standing: standingText(pages[0] ?? []),
    trusted: isTrusted(regions, rows.flat()),
    ruled: isTrusted(regions, rows.flat(), { byRules: true }),
    unseen,
    upright,
    omitted,
    pairs,
    total: totalOf(text, pairs, blocks),
    title: realTitle(typeof Title === 'string' ? cleanText(Title) : null),
    author: realTitle(typeof Author === 'string' ? cleanText(Author) : null),
    heading,
    pages: document.numPages,
    blocks,
  };
}

/** The position of a run on a page that is rotated, scaled or shifted; `y` grows upwards. */
function toUprightRun(run: PdfRun, page: PDFPageProxy): PdfRun {
  const { transform: toPage, height, rotation } = page.getViewport({ scale: 1 });
  const [scaleX = 1, shear = 0, , , left, top] = toPage;
  if (rotation === 0 && scaleX === 1 && left === 0 && top === height) return run;
  const unit = Math.hypot(scaleX, shear);
  const size = { width: unit * run.width, height: unit * run.height };
  return { ...run, ...size, transform: seenTransform(page, run.transform) };
}

/** Scripts that are missing in the standard fonts of PDFs, which replace fonts that a file lacks. */
const NONSTANDARD_SCRIPT = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]/u;

/** Whether a file lacks a font that its letters need. */
function isMissing({ commonObjs }: PDFPageProxy, fontName: string): boolean {
  return (
    commonObjs.has(fontName) && (commonObjs.get(fontName) as { missingFile?: unknown }).missingFile === true
  );
}

/** `BX` is the bold extended face of TeX. */
const BOLD = /bold|black|heavy|demi|\bbd\b|[a-z]bx\d/i;

/** Whether a font is bold, by its name, which is known for drawn pages only. */
function isBold({ commonObjs }: PDFPageProxy, fontName: string): boolean {
  const font = commonObjs.has(fontName) ? (commonObjs.get(fontName) as { name?: unknown }) : null;
  return typeof font?.name === 'string' && BOLD.test(font.name);
}
