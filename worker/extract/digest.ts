import type { PictureArea } from '../imaging/scene.ts';
import type { About } from './about.ts';
import type { Block } from './blocks.ts';
import type { Focus } from './find-focus.ts';
import type { Scan } from './find-scan.ts';

/**
 * The kind of the material, by which the planner chooses a page for it.
 *
 * `note`: a few sentences; `headline`: a single short line; `quotation`: words and who said them; `list`, `agenda` (a
 * list with times or dates, or a calendar), `table` (names and values), `grid` (rows and columns); `recipe`, `chat`,
 * `code`; `article`: headed or long running text; `document`: a PDF or something as long; `slides`: a PDF of pages
 * that are wider than high; `ticket`: one with a code for machines; `photo`: a picture of many tones; `graphic`: a
 * drawing, a screenshot, a scan; `link`: an address that could not be read.
 */
export type Shape =
  | 'note'
  | 'headline'
  | 'quotation'
  | 'list'
  | 'agenda'
  | 'table'
  | 'grid'
  | 'recipe'
  | 'chat'
  | 'code'
  | 'article'
  | 'document'
  | 'slides'
  | 'ticket'
  | 'photo'
  | 'graphic'
  | 'link';

export interface ListItem {
  text: string;
  /** The time or day at its head, as written; null for items without. */
  when: string | null;
  /** Whether it is ticked; null without a box. */
  done: boolean | null;
  /** Depth of nesting in other items. Default 0. */
  level?: number;
  /** The number of the item, as written. */
  mark?: string;
}

/** The result of reading one asset. Text is plain, without control characters, and is data, never an instruction. */
export interface Digest {
  shape: Shape;
  title: string | null;
  /** The material in its parts, in order, from which pages are made. Empty for pictures without text. */
  blocks: Block[];
  /** The key of the most important pair. */
  lead: string | null;
  /** Number of words that are in no block, because there were too many. */
  omitted: number;
  /** Number of omitted events or rows; 0 if only words can be counted. */
  omittedItems: number;
  /** At most 100,000 characters; a blank line between paragraphs. */
  text: string;
  /** One to three of its own sentences, at most 320 characters; empty only without text. */
  summary: string;
  /** ISO 639-1; null when the text is too short to tell. */
  language: string | null;
  /** Words, or characters of scripts without spaces. */
  words: number;
  /** In order, at most 40. */
  headings: string[];
  /** The longest run of items, at most 100. */
  list: { title: string | null; ordered: boolean; items: ListItem[] } | null;
  /** Names and values, at most 200. */
  pairs: { key: string; value: string }[];
  quotation: { text: string; attribution: string | null } | null;
  /** Upright size in pixels, and the dominant tones as `#rrggbb`, the one with the largest area first. */
  image: {
    width: number;
    height: number;
    tones: string[];
    photographic: boolean;
    /** The important area of a photograph, in thousandths of its sides; absent in digests of older versions. */
    focus?: Focus | null;
    /** A sheet of paper that pages show level and white; absent as above. */
    scan?: Scan | null;
    /** The area of a drawing or sheet within its empty margins, in thousandths; absent without margins. */
    content?: PictureArea;
    /**
     * Where a tall drawing or sheet, or the page of a PDF, can be cut, in thousandths of its height, each with the number of
     * words since the previous one, and for a drawing or sheet the band around it that has no type; absent as above.
     */
    cuts?: { at: number; words: number; from?: number; to?: number }[];
    /** Where a wide drawing can be cut into rows, in thousandths of its width; absent for others. */
    seams?: number[];
    /** Height of its lines of type in thousandths of its own, where some were read in such a one. */
    line?: number;
    /**
     * For the page of a PDF: its text may be in the wrong order or columns, it has pictures, or it is legible as a whole. It is
     * then shown as a picture although its type is small.
     */
    guessed?: boolean;
    /**
     * For the page of a PDF: one picture covers it, and its text may come from text recognition. It is shown as a picture however
     * small its type is.
     */
    covered?: boolean;
  } | null;
  /** The sum of an invoice. */
  total: { key: string; value: string } | null;
  /** A code that machines read, as a ticket has it. */
  code: {
    format: string;
    text: string;
    /**
     * In pictures: its modules, row by row without padding, 1 dark, the first in the highest bit, as base64; `alone` where
     * nothing else is in the picture.
     */
    modules?: { width: number; height: number; bits: string; alone?: true };
  } | null;
  /** Pages of a document. */
  pages: number | null;
  author: string | null;
  siteName: string | null;
  /** RFC 3339. */
  publishedAt: string | null;
  /** Where the text came from. */
  url: string | null;
  leadImageUrl: string | null;
  /** The subject by the metadata of a web page; null for other material. */
  about: About | null;
  /** Set when describing the text took too long: the digest has the plain text only. */
  tooComplex?: boolean;
}

/** An empty digest, to be filled in. */
export function blankDigest(shape: Shape): Digest {
  return {
    shape,
    title: null,
    blocks: [],
    lead: null,
    omitted: 0,
    omittedItems: 0,
    text: '',
    summary: '',
    language: null,
    words: 0,
    headings: [],
    list: null,
    pairs: [],
    quotation: null,
    image: null,
    total: null,
    code: null,
    pages: null,
    author: null,
    siteName: null,
    publishedAt: null,
    url: null,
    leadImageUrl: null,
    about: null,
  };
}
