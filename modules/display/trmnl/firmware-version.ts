import type { Encoding } from '../polling/encoding.ts';

/**
 * Converts `1.8.15` to a number that increases with the version; null for other texts, which clients without firmware
 * send.
 */
export function versionNumber(text: string | undefined): number | null {
  const [, major, minor, patch] = /^v?\.?(\d{1,3})\.(\d{1,3})\.(\d{1,3})/.exec(text ?? '') ?? [];
  return major ? Number(major) * 1_000_000 + Number(minor) * 1_000 + Number(patch) : null;
}

/** Largest file that firmware accepts (`DISPLAY_BMP_IMAGE_SIZE`, from 1.6.1 on `MAX_IMAGE_SIZE`). */
const BMP_LIMIT = 48_062;
const IMAGE_LIMIT = 90_000;

/**
 * The format that a version of the firmware can draw: BMP before 1.5.0, one bit per pixel before 1.6.0, larger files
 * from 1.6.1 on. Clients without firmware are treated like the newest version.
 */
export function encodingFor(firmware: string | undefined, wantsGreys: boolean): Encoding {
  const version = versionNumber(firmware) ?? Number.POSITIVE_INFINITY;
  const maxPngBytes = version < 1_006_001 ? BMP_LIMIT : IMAGE_LIMIT;
  if (version < 1_005_000) return { kind: 'bmp', below: maxPngBytes, rotation: 0 };
  return { kind: wantsGreys && version >= 1_006_000 ? 'grey' : 'mono', below: maxPngBytes, rotation: 0 };
}
