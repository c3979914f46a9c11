import { adaptedToneTable, adaptTone } from './adapt-tone.ts';
import { isDrawn } from './picture-kind.ts';
import { DEFAULT_TONE_EXPONENT, toneTable } from './tone.ts';

/** How a display wants its pictures toned. */
export interface PanelTone {
  /** Exponent of the tone table; higher is darker. */
  toneExponent: number;
  /** `auto` prepares each photograph's range, middle and detail first; `plain` is the tone table alone. */
  tone: 'auto' | 'plain';
}

export const DEFAULT_TONE: PanelTone = { toneExponent: DEFAULT_TONE_EXPONENT, tone: 'auto' };

/** The codes to dither for one picture that fills the panel, from its luminance. Returns a new plane. */
export function panelCodes(
  luminance: Uint8Array,
  width: number,
  height: number,
  { toneExponent, tone }: PanelTone,
): Uint8Array {
  if (tone === 'plain' || isDrawn(luminance, width)) return mapped(luminance, toneTable(toneExponent));
  return mapped(adaptTone(luminance, width, height), adaptedToneTable(toneExponent));
}

/** Each code's entry in a table. Returns a new plane. */
export function mapped(codes: Uint8Array, table: Uint8Array): Uint8Array {
  const to = new Uint8Array(codes.length);
  for (let i = 0; i < to.length; i++) to[i] = table[codes[i]!]!;
  return to;
}
