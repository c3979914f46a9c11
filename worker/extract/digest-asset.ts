import { createSandbox, type Picture, type Sandbox, UnreadableError } from '../sandbox/sandbox.ts';
import { type Block, shorten } from './blocks.ts';
import { decodeText } from './decode-text.ts';
import { describeBlocks } from './describe.ts';
import {
  describeText,
  describeWithRecipe,
  readCalendarDigest,
  readCsvDigest,
  readJsonDigest,
} from './describe-text.ts';
import { blankDigest, type Digest } from './digest.ts';
import { digestHtml } from './digest-html.ts';
import { createLook, type Look } from './look.ts';
import { createOcr, type Ocr } from './ocr.ts';
import { readImage, tonesOf } from './read-image.ts';
import { realTitle } from './real-title.ts';
import { splitText } from './split-text.ts';

/** Bytes of a known type: what an asset declares, or what a server said of a link. */
export interface DigestInput {
  bytes: Uint8Array;
  /** Without parameters, lower case. */
  contentType: string;
  charset?: string | null;
  /** Where they came from, for links. */
  url?: string | null;
  /** Which events of a calendar are still to come. */
  now?: Date;
}

export interface Extraction {
  digest: Digest;
  /** The first page of a PDF or the drawing of an SVG, for pages that show it. */
  picture: Picture | null;
}

type ImageFacts = NonNullable<Digest['image']>;

export interface Extractor {
  /**
   * @throws {UnreadableError} when the bytes are not what they are said to be, broken, or beyond the limits
   * @throws {SandboxFailedError} when it may be tried again
   */
  digest(input: DigestInput): Promise<Extraction>;
  /**
   * What pages need to know of a picture to show it well; its words are not read.
   * @throws {UnreadableError}
   */
  lookAt(bytes: Uint8Array, contentType: string): Promise<ImageFacts>;
  close(): Promise<void>;
}

/** Longest side of pictures made of PDFs and SVGs. */
const PICTURE_SIDE = 1600;
/** Characters of text below which a PDF is taken for a scan. */
const SCAN_TEXT = 40;
/** Characters of a slide's first line that are its title. */
const MAX_TITLE = 160;

export function createExtractor(
  options: { children?: number; sandbox?: Sandbox; ocr?: Ocr } = {},
): Extractor {
  const sandbox = options.sandbox ?? createSandbox({ children: options.children ?? 1 });
  const ocr = options.ocr ?? createOcr();
  const look = createLook();
  return {
    digest: (input) => digestBytes(input, { sandbox, ocr, look }),
    lookAt: async (bytes, contentType) => (await lookAtBytes(bytes, contentType, look)).image,
    async close() {
      await Promise.all([sandbox.close(), ocr.close(), look.close()]);
    },
  };
}

/** A text asset: what programs push as text (JSON, calendars, rows) is read as a file of it is. */
export function digestText(text: string, now = new Date(0)): Digest {
  return describeText(text.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n'), now);
}

/** A link that could not be read: the address is all there is. */
export function digestBareLink(url: string): Digest {
  return { ...blankDigest('link'), url, text: url, siteName: new URL(url).hostname.replace(/^www\./, '') };
}

/** Null for markup that is nested without end or takes too long: its words can still be read as plain text. */
async function markdownBlocks(bytes: Uint8Array, sandbox: Sandbox): Promise<Block[] | null> {
  try {
    return (await sandbox.run('read-markdown', bytes, {})).value.blocks;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

interface Readers {
  sandbox: Sandbox;
  ocr: Ocr;
  look: Look;
}

async function digestBytes(input: DigestInput, readers: Readers): Promise<Extraction> {
  const { sandbox, ocr } = readers;
  const { bytes, contentType, charset = null, url = null, now = new Date(0) } = input;
  const withUrl = (digest: Digest) => ({ ...digest, url });
  const described = (digest: Digest) => ({ digest: withUrl(digest), picture: null });
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') {
    return { digest: await digestHtml(bytes, url ?? 'about:blank', charset, sandbox), picture: null };
  }
  if (contentType === 'application/pdf') {
    const { digest, picture } = await digestPdf(bytes, readers);
    return { digest: withUrl(digest), picture };
  }
  if (contentType === 'text/markdown') {
    const blocks = await markdownBlocks(bytes, sandbox);
    return described(blocks ? describeWithRecipe(blocks) : describeText(decodeText(bytes, charset), now));
  }
  if (contentType === 'application/json' || contentType.endsWith('+json')) {
    return described(readJsonDigest(decodeText(bytes, charset)));
  }
  if (contentType === 'text/calendar') return described(readCalendarDigest(decodeText(bytes, charset), now));
  if (contentType === 'text/csv' || contentType === 'text/tab-separated-values') {
    return described(readCsvDigest(decodeText(bytes, charset)));
  }
  if (contentType === 'image/svg+xml') {
    const { value, picture } = await sandbox.run('rasterise-svg', bytes, { side: PICTURE_SIDE });
    if (!picture) throw new Error('an SVG was read without a picture');
    const image = { ...value, tones: tonesOf(picture), photographic: false };
    return { digest: withUrl(await readPicture(picture, image, ocr)), picture };
  }
  if (contentType.startsWith('image/')) {
    const { picture, image } = await lookAtBytes(bytes, contentType, readers.look);
    return { digest: withUrl(await readPicture(picture, image, ocr)), picture: null };
  }
  return described(describeText(decodeText(bytes, charset), now));
}

async function lookAtBytes(
  bytes: Uint8Array,
  contentType: string,
  look: Look,
): Promise<{ picture: Picture; image: ImageFacts }> {
  const { picture, ...image } = await readImage(bytes, contentType);
  return { picture, image: { ...image, ...(await look.at(picture, Math.max(image.width, image.height))) } };
}

async function readPicture(picture: Picture, image: ImageFacts, ocr: Ocr): Promise<Digest> {
  const read = describeBlocks(splitText(await ocr.read(picture)));
  return { ...read, shape: image.photographic ? 'photo' : 'graphic', title: null, image };
}

async function digestPdf(bytes: Uint8Array, { sandbox, ocr, look }: Readers): Promise<Extraction> {
  const { value, picture } = await sandbox.run('read-pdf', bytes, { side: PICTURE_SIDE });
  const { title, author, pages, pairs, total, code, kind } = value;
  let digest = describeBlocks(value.blocks);
  const isScan = digest.text.length < SCAN_TEXT && kind !== 'ticket';
  if (isScan && picture) {
    const { width, height } = picture;
    const image = {
      width,
      height,
      tones: tonesOf(picture),
      ...(await look.at(picture, Math.max(width, height))),
    };
    digest = { ...describeBlocks(splitText(await ocr.read(picture))), image };
  }
  const shape = kind === 'paper' ? 'document' : kind;
  const [first] = value.blocks;
  const heading =
    kind === 'slides' && first && 'text' in first ? shorten(first.text, MAX_TITLE) : digest.title;
  const own = { shape, title: title ?? realTitle(heading), author, pages, total, code } as const;
  return { digest: { ...digest, ...own, ...(!isScan && { pairs }) }, picture };
}
