import { brand } from '#shared/brand.ts';
import { randomText } from '#shared/ids.ts';

/** A panel's name on the broker, and in the API until its owner sets a nickname: 62 bits, lower-case letters and digits. */
export function newThingName(): string {
  return brand.thingPrefix + randomText(12, '0123456789abcdefghijklmnopqrstuvwxyz');
}
