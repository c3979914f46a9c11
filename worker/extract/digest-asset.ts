import { countWords } from '#shared/count-words.ts';
import { removeUnstorable } from '#shared/remove-unstorable.ts';
import { createSandbox, type Picture, type Sandbox, UnreadableError } from '../sandbox/sandbox.ts';
import { type Block, blocksToText } from './blocks.ts';
import { blankDigest, type Digest } from './digest.ts';
import { digestHtml } from './digest-html.ts';
import { digestImage, digestPicture, type ImageFacts, lookAtImage } from './digest-picture.ts';
import { digestScan } from './digest-scan.ts';
import { createOcr, type Ocr } from './ocr.ts';
import { titleOfPaper } from './paper-title.ts';
import { createPictureAnalyser, type PictureAnalyser } from './picture-analyser.ts';
import { tonesOf } from './read-image.ts';
import { createTextPool, type TextPool, type TextPoolOptions } from './text-pool.ts';

/** Bytes with their media type, as the asset or the server of a link declares it. */
export interface DigestInput {
  bytes: Uint8Array;
  /** Without parameters, lower case. */
  contentType: string;
  charset?: string | null;
  /** Address of the source, for links. */
  url?: string | null;
  /** Decides which events of a calendar are still to come. */
  now?: Date;
}

export interface Extraction {
  digest: Digest;
  /** The first page of a PDF or the drawing of an SVG, for pages that show it. */
  picture: Picture | null;
}

export interface Extractor {
  /**
   * @throws {UnreadableError} when the bytes are not of the declared type, broken, or beyond the limits
   * @throws {SandboxFailedError} when it may be tried again
   */
  digest(input: DigestInput): Promise<Extraction>;
  /**
   * A text asset.
   * @param now which events of a calendar are still to come
   * @throws {SandboxFailedError} when it may be tried again
   */
  digestText(text: string, now: Date): Promise<Digest>;
  /**
   * The facts of a picture that pages need to show it well. Its text is not read.
   * @throws {UnreadableError}
   */
  lookAt(bytes: Uint8Array, contentType: string): Promise<ImageFacts>;
  close(): Promise<void>;
}

/** Longest side of pictures made of PDFs and SVGs. */
const PICTURE_SIDE = 1600;
/** A PDF with less text than this counts as a scan. */
const SCAN_TEXT = 40;

export interface ExtractorOptions {
  /** Number of files in untrusted formats that are read at once. */
  children?: number;
  sandbox?: Sandbox;
  ocr?: Ocr;
  texts?: Partial<TextPoolOptions>;
}

export function createExtractor({ children = 1, ...options }: ExtractorOptions = {}): Extractor {
  const sandbox = options.sandbox ?? createSandbox({ children });
  const ocr = options.ocr ?? createOcr();
  const look = createPictureAnalyser();
  const texts = createTextPool({ threads: Math.max(2, children), ...options.texts });
  return {
    async digest(input) {
      const { digest, picture } = await digestBytes(input, { sandbox, ocr, look, texts });
      return { digest: removeUnstorable(digest), picture };
    },
    digestText: async (text, now) => removeUnstorable(await texts.digest({ kind: 'text', text, now })),
    lookAt: (bytes, contentType) => lookAtImage(bytes, contentType, look),
    async close() {
      await Promise.all([sandbox.close(), ocr.close(), look.close(), texts.close()]);
    },
  };
}

/** The digest of a link that could not be read: its address only. */
export function digestBareLink(url: string): Digest {
  return { ...blankDigest('link'), url, text: url, siteName: new URL(url).hostname.replace(/^www\./, '') };
}

/** Null for markup that is nested too deeply or takes too long, which is then read as plain text. */
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
  look: PictureAnalyser;
  texts: TextPool;
}

async function digestBytes(input: DigestInput, readers: Readers): Promise<Extraction> {
  const { sandbox, texts } = readers;
  const { bytes, contentType, charset = null, url = null, now = new Date(0) } = input;
  const withUrl = (digest: Digest) => ({ ...digest, url });
  const described = (digest: Digest) => ({ digest: withUrl(digest), picture: null });
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') {
    const address = url ?? 'about:blank';
    return { digest: await digestHtml(bytes, address, charset, sandbox, texts), picture: null };
  }
  if (contentType === 'application/pdf') {
    const { digest, picture } = await digestPdf(bytes, readers);
    return { digest: withUrl(digest), picture };
  }
  if (contentType === 'text/markdown') {
    const blocks = await markdownBlocks(bytes, sandbox);
    if (blocks) return described(await texts.digest({ kind: 'markdown', blocks }));
  }
  if (contentType === 'image/svg+xml') {
    const { value, picture } = await sandbox.run('rasterise-svg', bytes, { side: PICTURE_SIDE });
    if (!picture) throw new Error('an SVG was read without a picture');
    const size = { ...value, tones: tonesOf(picture) };
    return { digest: withUrl(await digestPicture(picture, size, readers)), picture };
  }
  if (contentType.startsWith('image/')) return described(await digestImage(bytes, contentType, readers));
  const digest = await texts.digest({ kind: 'file', file: { bytes, contentType, charset }, now });
  return described({ ...digest, siteName: digest.siteName ?? hostOf(url) });
}

const hostOf = (url: string | null) =>
  url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;

async function digestPdf(bytes: Uint8Array, readers: Readers): Promise<Extraction> {
  const { sandbox, texts } = readers;
  const { value, picture } = await sandbox.run('read-pdf', bytes, { side: PICTURE_SIDE });
  const { author, pages, pairs, total, code, kind, garbled, covered } = value;
  const text = await texts.digest({ kind: 'blocks', blocks: value.blocks });
  const isBare = text.text.length < SCAN_TEXT && kind !== 'ticket' && !garbled;
  const isStamped = covered && kind === 'slides' && !garbled;
  const read =
    (isBare || isStamped) && picture ? await digestScan(picture, readers, { stamped: !isBare }) : null;
  // For a poster that is one picture with text on it, the text in the file is more certain than OCR.
  const isScan = isBare || (read !== null && read.digest.words > text.words && isParted(read.digest));
  const scanned = isScan ? read : null;
  const { digest, picture: shown } = scanned ?? { digest: text, picture };
  // A photograph of a page without legible text.
  const isSeen = scanned !== null && digest.image?.photographic === true && digest.text.length < SCAN_TEXT;
  const planner = kind === 'paper' && !scanned && value.blocks.some((block) => block.kind === 'events');
  const paper = planner ? 'agenda' : 'document';
  const shape = isSeen ? 'slides' : kind === 'paper' || (scanned && isStamped) ? paper : kind;
  const own = {
    shape,
    title: titleOfPaper(value, digest, scanned !== null),
    author,
    pages,
    total,
    code,
    // Letters that stand for others are no language.
    ...(garbled && !scanned && { language: null }),
  } as const;
  // A scan was turned and trimmed, so it has cuts of its own.
  const page = scanned ? null : value.page;
  const isDrawn = page !== null || (kind === 'slides' && value.isType);
  const facts = page && { ...page, ...(covered && { covered }) };
  const image = isDrawn && shown ? { ...factsOf(shown), photographic: false, ...facts } : digest.image;
  const omitted = digest.omitted + value.omitted + (planner ? wordsBesideEvents(value.blocks, own.title) : 0);
  return { digest: { ...digest, ...own, omitted, image, ...(!isScan && { pairs }) }, picture: shown };
}

/** The number of words of a planner that are neither its title nor events. */
const wordsBesideEvents = (blocks: Block[], title: string | null) =>
  countWords(
    blocks
      .filter((block) => block.kind !== 'events' && !('text' in block && block.text === title))
      .map((block) => blocksToText([block]))
      .join('\n'),
  );

const isParted = ({ image }: Digest) => (image?.cuts?.length ?? 0) > 0;

const factsOf = (picture: Picture) => ({
  width: picture.width,
  height: picture.height,
  tones: tonesOf(picture),
});
