import { localContrast } from './local-contrast.ts';
import { toneTable } from './tone.ts';
import { toneCurve } from './tone-curve.ts';

/**
 * Factor for the exponent of a display's tone table, for adapted pictures. A dot of ink is larger than its pixel, so the
 * table's 1.3 alone is too dark: `make bench` finds the best lightness near an exponent of 1.08.
 */
const DOT_GAIN = 5 / 6;

/** The tone table for adapted pictures of a display. */
export function adaptedToneTable(exponent: number): Uint8Array {
  return toneTable(exponent * DOT_GAIN);
}

/** Strengths in 256ths, for a picture that uses the whole range and for one that uses little of it. */
const CONTRAST_GAIN = { full: 0, empty: 77 };
const SHARPENING = { full: 26, empty: 102 };

/** Adapts the luminance of a photograph to a panel with few tones. Integer arithmetic. Returns a new plane. */
export function adaptTone(luminance: Uint8Array, width: number, height: number): Uint8Array {
  const histogram = new Uint32Array(256);
  for (let i = 0; i < luminance.length; i++) histogram[luminance[i]!]!++;
  const { table, need } = toneCurve(histogram, luminance.length);
  const codes = new Uint8Array(luminance.length);
  for (let i = 0; i < codes.length; i++) codes[i] = table[luminance[i]!]!;
  const between = ({ full, empty }: { full: number; empty: number }) => full + (((empty - full) * need) >> 8);
  return localContrast(codes, width, height, { gain: between(CONTRAST_GAIN), sharpen: between(SHARPENING) });
}
