import sharp from 'sharp';
import { UnreadableError } from '../sandbox/errors.ts';
import type { TaskResult } from '../sandbox/task-result.ts';

export interface SvgOptions {
  /** The longest side of the picture, in pixels. */
  side: number;
}

export interface SvgReading {
  /** Declared size of the drawing, in CSS pixels. */
  width: number;
  height: number;
}

/** Resolution at which libvips draws one CSS pixel as one pixel. */
const CSS_DPI = 72;
const MAX_DPI = 100_000;

/** Constructs that drawings do not need. Comments are searched, too, because comment marks can hide them. */
const REFUSED_CONSTRUCT: [RegExp, string][] = [
  [/<!ENTITY/i, 'the SVG declares entities'],
  [/<script[\s>/]/i, 'the SVG contains a script'],
  [/<foreignObject[\s>/]/i, 'the SVG embeds another document'],
  [/<\?xml-stylesheet/i, 'the SVG refers to a style sheet'],
  [/@import/i, 'the SVG refers to a style sheet'],
  [/url\(\s*["']?\s*(?!["'#\s]|data:image\/(?:png|jpeg|gif|webp);)/i, 'the SVG refers to another file'],
];
const REFERENCE = /[\s"'](?:[\w-]+:)?href\s*=\s*["']\s*([^"']{0,64})/gi;
/** A reference within the drawing, or to a picture that is part of the file. */
const INTERNAL_REFERENCE = /^(?:#|data:image\/(?:png|jpeg|gif|webp);|$)/i;

/**
 * Draws an SVG on white, its longest side at `side` pixels. Call it in the child process only: only the limits of that process
 * bound the work of a drawing. External references, scripts and entities are refused.
 * @throws {UnreadableError}
 */
export async function rasteriseSvg(bytes: Uint8Array, { side }: SvgOptions): Promise<TaskResult<SvgReading>> {
  refuseActive(bytes);
  try {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
    const { width, height } = await sharp(bytes, { density: CSS_DPI, limitInputPixels: false }).metadata();
    if (!width || !height) throw new UnreadableError('the SVG has no size');
    const density = Math.min(MAX_DPI, Math.max(1, (CSS_DPI * side) / Math.max(width, height)));
    const { data, info } = await sharp(bytes, { density, limitInputPixels: 4 * side * side })
      .resize(side, side, { fit: 'inside' })
      .toColourspace('srgb')
      .flatten({ background: '#fff' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { value: { width, height }, picture: { data, width: info.width, height: info.height } };
  } catch (cause) {
    if (cause instanceof UnreadableError) throw cause;
    throw new UnreadableError('the SVG cannot be drawn', { cause });
  }
}

function refuseActive(bytes: Uint8Array): void {
  const text = decodeXml(bytes);
  if (!/<(?:\w+:)?svg[\s>]/i.test(text)) throw new UnreadableError('the file is not an SVG drawing');
  for (const [pattern, message] of REFUSED_CONSTRUCT)
    if (pattern.test(text)) throw new UnreadableError(message);
  for (const { index, 1: target = '' } of text.matchAll(REFERENCE)) {
    // A hyperlink loads nothing. `<` cannot occur in an attribute, so the last one opens this element.
    const isLink = /^<a\s/i.test(text.slice(text.lastIndexOf('<', index), index + 1));
    if (!isLink && !INTERNAL_REFERENCE.test(target))
      throw new UnreadableError('the SVG refers to another file');
  }
}

/** XML is UTF-8, or UTF-16 with its mark. Any other encoding could hide what would be refused. */
function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  const encoding = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([^"']+)/i.exec(text)?.[1] ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii|iso-8859-1|iso-8859-15|windows-1252|latin1)$/i.test(encoding)) {
    throw new UnreadableError('the SVG is in an unusual encoding');
  }
  return text;
}
