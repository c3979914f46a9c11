import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loaded now, because pdf.js would load it when the sandbox may no longer read it.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { UnreadableError } from '../sandbox/errors.ts';
import type { Picture, TaskResult } from '../sandbox/task-result.ts';
import { drawPdfPage } from './draw-pdf-page.ts';
import { fitPaperTables } from './fit-paper-tables.ts';
import { mayHaveCode } from './may-have-code.ts';
import { isTicket } from './pdf-kind.ts';
import { classifyPage, isGarbled, isLegible, lettersOf } from './pdf-page-kind.ts';
import { isLetter } from './pdf-title.ts';
import { isTooWide } from './pdf-trust.ts';
import { type MachineCode, readCode } from './read-code.ts';
import { type PaperText, readPdfText } from './read-pdf-text.ts';
import { type ShownPage, shownPage } from './shown-page.ts';
import { trimMargins } from './trim-margins.ts';
import { turnUpright } from './turn-upright.ts';

export interface PdfOptions {
  /** The longest side of the picture of the first page, in pixels. */
  side: number;
}

export interface PdfReading extends PaperText {
  /** Its letters are encoded wrongly: only its picture is legible, and no text is returned. */
  garbled: boolean;
  /** A machine-readable code on the first page. */
  code: { format: MachineCode['format']; text: string } | null;
  /** `ticket`: the picture is its code, one pixel per module; else it is the first page, which `slides` show unchanged. */
  kind: 'ticket' | 'slides' | 'paper';
  /** Whether its first page has only type and lines. */
  isType: boolean;
  /** Whether one picture covers its first page: its text may come from text recognition, or be stamped on it. */
  covered: boolean;
  /** Where the picture of its first page can be cut; null when the page is not shown as a picture. */
  page: ShownPage | null;
}

/** Limit of the pages of a ticket on which its code is searched. */
const MAX_CODE_PAGES = 4;
/** Limit of the pixels of an embedded picture; larger ones are left out. Without it, a file of 1.2 MB took 4 GB of memory. */
const MAX_IMAGE_PIXELS = 5e7;

/** Size in pixels below which type on a page at the full width of the panel is small. */
const MAX_SMALL_TYPE = 11;
/** Ratio of width to height from which pages are slides. */
const MIN_SLIDE_RATIO = 1.2;

const pdfjsFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const local = (folder: string) => `${join(pdfjsFolder, folder)}/`;

/**
 * Text of a PDF and a picture of its first page on white. For the child process only. Fonts, character maps and
 * decoders are those of the package: nothing is fetched.
 * @throws {UnreadableError} when it is broken, encrypted or has no page that can be drawn
 */
export async function readPdf(bytes: Uint8Array, { side }: PdfOptions): Promise<TaskResult<PdfReading>> {
  try {
    const document = await pdfjs.getDocument({
      data: bytes,
      maxImageSize: MAX_IMAGE_PIXELS,
      cMapUrl: local('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: local('standard_fonts'),
      wasmUrl: local('wasm'),
      iccUrl: local('iccs'),
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      enableXfa: false,
      // The names of the fonts show which ones are bold.
      fontExtraProperties: true,
      verbosity: pdfjs.VerbosityLevel.ERRORS,
    }).promise;
    const first = await document.getPage(1);
    await turnUpright(first);
    const drawn = await drawPdfPage(first, side);
    const reading = await readPdfText(document, drawn);
    const code = await findCode(document, drawn, reading.text);
    const found = code && { format: code.format, text: code.text };
    const isPass = isTicket(reading.text, code?.format ?? null);
    const { width, height } = first.getViewport({ scale: 1 });
    const { text, cells, standing, trusted, ruled, unseen, upright, ...read } = reading;
    const garbled = isGarbled(text);
    const { trimmed, point } = await trimPage(first, drawn);
    const points = trimmed && { width: trimmed.width / point, height: trimmed.height / point };
    const isWhole = !points || isLegible(cells, points);
    const isSlide = width > MIN_SLIDE_RATIO * height && isWhole;
    const looks = upright ? 'text' : classifyPage(drawn, cells, height);
    const isPicture = (garbled && isWhole) || (!unseen && (isSlide || (!code && looks === 'drawing')));
    const kind = isPass ? 'ticket' : isPicture ? 'slides' : 'paper';
    // A table in small type is set again in larger type if rules show its cells.
    const isSmall = points !== null && !isLegible(cells, { ...points, height: 0 }, MAX_SMALL_TYPE);
    const isTorn =
      garbled ||
      !(trusted || (ruled && isSmall)) ||
      drawn.covered ||
      (read.total !== null && read.blocks.some(isTooWide));
    const guessed = isTorn || isWhole || (looks === 'pictured' && !read.total);
    // An invoice or a letter begins with addresses; its subject is below.
    const isBelow = !guessed && (read.total !== null || isLetter(read.blocks));
    const measures = { height, point, guessed, whole: isWhole, standing };
    const isPlanner = read.blocks.some((block) => block.kind === 'events');
    const shown =
      kind === 'paper' && !isPlanner && !isBelow && !unseen && !upright && trimmed
        ? shownPage(cells, trimmed, measures)
        : null;
    const page = shown?.page ?? null;
    const isUnread = garbled && !isPass;
    const value = {
      ...read,
      ...(isUnread && { pairs: [], heading: null }),
      blocks: isUnread ? [] : fitPaperTables(read.blocks),
    };
    const own = shown ? shown.picture : trimmed;
    const picture = code && isPass ? code.modules : unseen && !garbled ? null : own && pixelsOf(own);
    const isType = lettersOf(cells) > 0 && looks === 'text';
    return {
      value: { ...value, garbled, code: found, kind, isType, covered: drawn.covered, page },
      picture,
    };
  } catch (cause) {
    if ((cause as Error)?.name === 'PasswordException')
      throw new UnreadableError('the PDF is protected by a password');
    throw new UnreadableError('the PDF cannot be read', { cause });
  }
}

/** Share of the side from which the print on a page is large enough, and the greatest enlargement of smaller print. */
const MIN_PRINT_SHARE = 0.55;
const MAX_ENLARGEMENT = 3;

/** The printed area of a page, drawn larger if it is a small part of the page, with its pixels per point. */
async function trimPage(page: PDFPageProxy, drawn: Picture) {
  const side = Math.max(drawn.width, drawn.height);
  const points = page.getViewport({ scale: 1 }).width;
  const trimmed = trimMargins(drawn);
  const own = trimmed ? Math.max(trimmed.width, trimmed.height) : side;
  if (own > MIN_PRINT_SHARE * side) return { trimmed, point: drawn.width / points };
  const times = Math.min(MAX_ENLARGEMENT, side / own);
  const scaled = (pixels: number) => Math.round(pixels * times);
  const part = trimmed && {
    left: scaled(trimmed.left),
    top: scaled(trimmed.top),
    width: scaled(trimmed.width),
    height: scaled(trimmed.height),
  };
  if (!part) return { trimmed, point: drawn.width / points };
  const larger = await drawPdfPage(page, side * times, part);
  const point = (drawn.width * times) / points;
  return { trimmed: { ...larger, left: part.left, top: part.top }, point };
}

const pixelsOf = ({ data, width, height }: Picture): Picture => ({ data, width, height });

/** The code of a ticket, which may be too fine for the usual picture of its first page, or be on a later page. */
async function findCode(
  document: PDFDocumentProxy,
  first: Picture,
  text: string,
): Promise<MachineCode | null> {
  if (!isTicket(text, 'QRCode') && !mayHaveCode(first)) return null;
  const found = await readCode(first, 'thorough');
  if (found || !isTicket(text, 'Aztec')) return found;
  const side = Math.max(first.width, first.height);
  for (let number = 1; number <= Math.min(document.numPages, MAX_CODE_PAGES); number++) {
    const page = await document.getPage(number);
    const code = await readCode(await drawPdfPage(page, number === 1 ? 2 * side : side), 'thorough');
    if (code) return code;
  }
  return null;
}
