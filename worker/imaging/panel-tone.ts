import { adaptedToneTable, adaptTone } from './adapt-tone.ts';
import { isDrawn } from './picture-kind.ts';
import { DEFAULT_TONE_EXPONENT, toneTable } from './tone.ts';

/** The tone settings of a display. */
export interface PanelTone {
  /** Exponent of the tone table; higher is darker. */
  toneExponent: number;
  /** `auto` first adapts the range, middle and detail of each photograph; `plain` uses only the tone table. */
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
  if (tone === 'plain' || isDrawn(luminance, width)) return applyTable(luminance, toneTable(toneExponent));
  return applyTable(adaptTone(luminance, width, height), adaptedToneTable(toneExponent));
}

/** Maps each code by a table. Returns a new plane. */
export function applyTable(codes: Uint8Array, table: Uint8Array): Uint8Array {
  const to = new Uint8Array(codes.length);
  for (let i = 0; i < to.length; i++) to[i] = table[codes[i]!]!;
  return to;
}
