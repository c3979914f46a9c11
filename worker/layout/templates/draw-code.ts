import type { SceneInput } from '../../imaging/scene.ts';
import { qrModules } from '../qr-modules.ts';
import { MIN_MODULE } from './code-modules.ts';

type Element = SceneInput['elements'][number];

/** Modules of a QR code beyond which the page would be more code than page. */
const MAX_QR_ELEMENTS = 600;

/** The modules of a QR code, its upper right corner at a place; null when there is not enough room for so much text. */
export function drawCode(
  text: string,
  place: { right: number; top: number; room: number },
): { elements: Element[]; side: number } | null {
  try {
    const drawn = qrModules(text, place);
    const modules = drawn.elements.reduce((least, element) => Math.min(least, element.frame.height), 99);
    return drawn.elements.length > MAX_QR_ELEMENTS || modules < MIN_MODULE ? null : drawn;
  } catch (error) {
    // Too much text for a code, or too many modules for the room.
    if (error instanceof RangeError || text.length > 300) return null;
    throw error;
  }
}
