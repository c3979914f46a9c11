import { type Amount, missingAmount } from '#shared/count-words.ts';
import type { ColorMode } from '#shared/picture-formats.ts';
import { type MeasuredText, measureText } from '../../imaging/measure-text.ts';
import { PreparedTexts } from '../../imaging/prepared-text.ts';
import { type ImageProperties, type Scene, sceneSchema, type TextProperties } from '../../imaging/scene.ts';
import { isRightToLeft } from '../../imaging/text-direction.ts';
import { type FurnitureWords, wordsFor } from '../furniture-words.ts';
import type { ElementInput } from '../qr-modules.ts';
import { codeElements, drawQrCode, placeCode } from './code-modules.ts';
import { endAtSentence } from './end-at-sentence.ts';
import { removeTracking } from './remove-tracking.ts';
import { roomForLines } from './room-for-lines.ts';
import type { CodeModules } from './template.ts';
import type { Placed, PutText, TextStyle } from './text-style.ts';
import { type Box, type Theme, themeFor, type Viewport } from './theme.ts';

export type { Placed, PutText } from './text-style.ts';
export type { Box } from './theme.ts';

type Align = TextProperties['align'];

/** How a picture is drawn in its frame. */
export type ImageStyle = Partial<Pick<ImageProperties, 'focus' | 'look' | 'turn' | 'sheet' | 'part'>>;

/** The smallest size that a Scene may hold. */
const LEAST = 4;
/** Ascent and descent of the faces together, in ems. */
const GLYPH_HEIGHT = 1.4;

const WHITE = '#ffffff';
const isOnPaper = ({ look }: ImageStyle) => look !== undefined && look !== 'backdrop';

/** Elements of a Scene. */
const MAX_ELEMENTS = 1000;

/**
 * Collects the elements of one page. Pages are laid out left to right; when their text runs from right to left, the
 * whole page is mirrored at the end. Nothing is ever placed outside the viewport: what does not fit is left out.
 */
export class Page {
  readonly theme: Theme;
  readonly viewport: Viewport;
  /** The words that the page adds, in the language of its material. */
  readonly furniture: FurnitureWords;
  readonly #elements: ElementInput[] = [];
  readonly #codes: { text: string; box: Box }[] = [];
  readonly #modules: { code: CodeModules; box: Box }[] = [];
  readonly #texts = new PreparedTexts();
  readonly #measured = new Map<string, Map<string, MeasuredText>>();
  readonly #mirrored: boolean;
  /** Words and signs of the owner that the page leaves out. */
  #leftOut = 0;
  #owed: Amount = { words: 0, signs: 0 };
  /** The colour of the page: white below a sheet or a drawing, which would be a white box on tinted paper. */
  #ground: string;

  /**
   * @param sampleText text that decides the direction of the page
   * @param language of the material, for the words that the page adds
   */
  constructor(viewport: Viewport, colorMode: ColorMode, sampleText = '', language: string | null = null) {
    this.viewport = viewport;
    this.furniture = wordsFor(language);
    this.theme = themeFor(viewport, colorMode);
    this.#ground = this.theme.paper;
    this.#mirrored = isRightToLeft(sampleText, 'auto');
  }

  /** The viewport within its margins. */
  get content(): Box {
    const { margin } = this.theme;
    const { width, height } = this.viewport;
    return {
      x: margin,
      y: margin,
      width: Math.max(1, width - 2 * margin),
      height: Math.max(1, height - 2 * margin),
    };
  }

  /** Words and signs that are left out and not yet counted on the page. */
  get owed(): number {
    return this.#owed.words + this.#owed.signs;
  }

  /** Adds left-out words and signs, which the page must then count. */
  leaveOut({ words, signs }: Amount): void {
    this.#leftOut += words + signs;
    this.#owed = { words: this.#owed.words + words, signs: this.#owed.signs + signs };
  }

  /** Returns the words and signs to count on the page, which are then no longer owed. */
  settle(): Amount {
    const owed = this.#owed;
    this.#owed = { words: 0, signs: 0 };
    return owed;
  }

  /** A text broken into lines at one size and width, up to some lines more than the page holds. */
  lines(text: string, width: number, style: TextStyle): MeasuredText {
    const height = roomForLines(this.viewport, width, style.size);
    return this.#set(text, { x: 0, y: 0, width, height }, style);
  }

  /** Whether a text is read in the opposite direction to the page. */
  isOpposite(text: string): boolean {
    return isRightToLeft(text, 'auto') !== this.#mirrored;
  }

  /** The measures of a text if it were put. */
  measure(text: string, box: Box, put: PutText): Placed {
    return toPlaced(box, this.#set(text, box, put));
  }

  /** Caches measured text, because choosing a size measures the same text again and again. */
  #set(
    text: string,
    { width, height }: Box,
    { smallest, excerpt, counted, balance, ...style }: PutText,
  ): MeasuredText {
    const size = Math.max(LEAST, style.size);
    const minSize = smallest && Math.max(LEAST, smallest);
    const properties = { lineHeight: 1.3, ...style, size, minSize };
    const key = JSON.stringify([width, height, properties]);
    const known = this.#measured.get(text) ?? new Map<string, MeasuredText>();
    let measured = known.get(key);
    if (!measured) {
      measured = measureText({ width, height }, { ...properties, text }, this.#texts);
      this.#measured.set(text, known.set(key, measured));
    }
    return measured;
  }

  /**
   * Puts text into a box, of which it uses as much height as it needs. Nothing is put if there is no room for one line at
   * the smallest size; the next element may then begin at the top of the box.
   */
  text(id: string, text: string, box: Box, put: PutText): Placed {
    const { smallest, excerpt = false, counted = false, balance = false, ...style } = put;
    const nothing = { bottom: box.y, width: 0, size: style.size, lines: 0, cut: true };
    const lineHeight = style.lineHeight ?? 1.3;
    const least = Math.max(LEAST, Math.min(style.size, smallest ?? style.size));
    if (text.trim() === '') return nothing;
    if (box.width < least || box.height < Math.floor(least * lineHeight)) {
      if (counted) this.leaveOut(missingAmount(text, ''));
      return nothing;
    }
    const set = this.#set(text, box, put);
    const placed = toPlaced(box, set);
    const shown = excerpt && set.cut ? endAtSentence(set.lines) : text;
    if (counted && set.cut) this.leaveOut(missingAmount(text, shown));
    const width = balance && !set.cut ? this.#balanced(text, box, put, placed) : box.width;
    const used = Math.min(box.height, set.height);
    const height = style.verticalAlign === 'middle' ? box.height : used;
    // With a small line height, accents of the first line and descenders of the last reach beyond the box; so does a
    // single line of a script with high stacks of marks in a box that was measured for Latin letters.
    const close = Math.max(0, (GLYPH_HEIGHT - set.lineHeight) * placed.size);
    const reach = Math.ceil(Math.max(close, set.height - box.height) / 2);
    const align = this.#align(style.align ?? 'start');
    const slack = box.width - width;
    const x = box.x + (align === 'center' ? slack >> 1 : style.align === 'end' ? slack : 0);
    this.#add({
      id,
      type: 'text',
      frame: { x, y: box.y - reach, width, height: height + 2 * reach },
      properties: {
        ...style,
        text: shown,
        color: style.color ?? this.theme.ink,
        lineHeight: set.lineHeight,
        size: Math.max(LEAST, placed.size),
        letterSpacing: ((style.letterSpacing ?? 0) * placed.size) / style.size,
        align,
        verticalAlign: 'middle',
        maxLines: placed.lines,
      },
    });
    return { ...placed, bottom: box.y + height };
  }

  /** The narrowest width, in steps, that takes no more lines and no smaller size. */
  #balanced(text: string, box: Box, put: PutText, placed: Placed): number {
    if (placed.lines < 2) return box.width;
    let low = Math.floor(box.width / 2);
    let high = box.width;
    const asPlaced = { ...put, size: placed.size, smallest: undefined };
    while (high - low > 4) {
      const middle = (low + high) >> 1;
      const tried = this.#set(text, { ...box, width: middle }, asPlaced);
      if (tried.lines.length <= placed.lines && !tried.cut && !tried.broken) high = middle;
      else low = middle;
    }
    return high;
  }

  rule(id: string, box: Box, color = this.theme.rule): void {
    const properties = {
      shape: 'line',
      stroke: color,
      strokeWidth: Math.min(box.width, box.height),
    } as const;
    this.#add({ id, type: 'shape', frame: { ...box }, properties });
  }

  rect(
    id: string,
    box: Box,
    properties: { fill?: string; stroke?: string; strokeWidth?: number; radius?: number },
  ): void {
    this.#add({ id, type: 'shape', frame: { ...box }, properties: { shape: 'rect', ...properties } });
  }

  image(id: string, fileId: string, box: Box, fit: ImageProperties['fit'], more: ImageStyle = {}): void {
    this.#add({ id, type: 'image', frame: { ...box }, properties: { fileId, fit, ...more } });
    if (isOnPaper(more)) this.#ground = WHITE;
  }

  /**
   * Puts a QR code at the bottom of a box, at its start or its end. Returns its side; 0 when the text is too long for the
   * room.
   */
  code(address: string, box: Box, at: 'start' | 'end'): number {
    const text = removeTracking(address);
    const room = Math.min(box.width, box.height);
    const drawn = drawQrCode(text, { right: room, top: 0, room });
    if (!drawn) return 0;
    const { side } = drawn;
    const x = at === 'start' ? box.x : box.x + box.width - side;
    this.#codes.push({ text, box: { x, y: box.y + box.height - side, width: side, height: side } });
    return side;
  }

  /**
   * Puts a code of given modules in the middle of a box, with white around it. False when it does not fit, and for a second
   * code on the page, because a Scene would have too many elements.
   */
  modules(code: CodeModules, box: Box): boolean {
    const place = placeCode(code, box);
    if (!place || this.#modules.length > 0) return false;
    if (!codeElements(code, { x: 0, y: 0, scale: place.width / code.width })) return false;
    this.#modules.push({ code, box: place });
    return true;
  }

  scene(): Scene {
    const elements = this.#mirrored ? this.#elements.map((element) => this.#mirror(element)) : this.#elements;
    for (const { text, box } of this.#codes) {
      const x = this.#mirrored ? this.viewport.width - box.x - box.width : box.x;
      const drawn = drawQrCode(text, { right: x + box.width, top: box.y, room: box.width });
      // A page full of text has no elements left for a code.
      if (drawn && elements.length + drawn.elements.length <= MAX_ELEMENTS) elements.push(...drawn.elements);
    }
    for (const { code, box } of this.#modules) {
      const x = this.#mirrored ? this.viewport.width - box.x - box.width : box.x;
      elements.push(...(codeElements(code, { x, y: box.y, scale: box.width / code.width }) ?? []));
    }
    const { width, height } = this.viewport;
    return sceneSchema.parse({
      version: 1,
      viewport: { width, height },
      background: this.#ground,
      elements,
      ...(this.#leftOut > 0 && { leftOut: this.#leftOut }),
    });
  }

  /** Lines begin at the start side of the page, also those of the opposite direction. */
  #align(align: Align): Align {
    if (align === 'start') return this.#mirrored ? 'right' : 'left';
    if (align === 'end') return this.#mirrored ? 'left' : 'right';
    return align;
  }

  #mirror(element: ElementInput): ElementInput {
    const { frame } = element;
    return {
      ...element,
      frame: { ...frame, x: this.viewport.width - frame.x - frame.width },
    } as ElementInput;
  }

  #add(element: ElementInput): void {
    const { width, height } = this.viewport;
    const x = Math.max(0, Math.round(element.frame.x));
    const y = Math.max(0, Math.round(element.frame.y));
    const right = Math.min(width, Math.round(element.frame.x + element.frame.width));
    const bottom = Math.min(height, Math.round(element.frame.y + element.frame.height));
    if (right <= x || bottom <= y) return;
    this.#elements.push({
      ...element,
      frame: { x, y, width: right - x, height: bottom - y },
    } as ElementInput);
  }
}

function toPlaced(box: Box, { size, lines, width, height, cut }: MeasuredText): Placed {
  return { bottom: box.y + Math.min(box.height, height), width, size, lines: lines.length, cut };
}
