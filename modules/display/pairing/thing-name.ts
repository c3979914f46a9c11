import { brand } from '#shared/brand.ts';
import { randomText } from '#shared/ids.ts';

/** A panel's name on the broker and until its owner gives it another: 62 bits, small letters and digits. */
export function newThingName(): string {
  return brand.thingPrefix + randomText(12, '0123456789abcdefghijklmnopqrstuvwxyz');
}
