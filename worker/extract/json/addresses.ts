import { oneLine } from '../blocks.ts';
import { type Json, textOf } from './fields.ts';
import { plainName } from './names.ts';

/** Names of the parts of an address in the order in which they are written. */
const PARTS: RegExp[] = [
  /^(?:street_?address|street|road|address_?line_?1|line_?1)$/,
  /^(?:house_?number|street_?number)$/,
  /^(?:address_?line_?2|line_?2)$/,
  /^(?:postal_?code|post_?code|zip|zip_?code)$/,
  /^(?:address_?locality|locality|city|town|village|suburb)$/,
  /^(?:address_?region|region|state|province|county)$/,
  /^(?:address_?country|country|country_?code)$/,
];
/** Names that occur in addresses only. */
const ADDRESS_ONLY = /^(?:address_?locality|postal_?code|post_?code|zip|zip_?code|street_?address|street)$/;
/** Indexes of the parts after which a house number or a town follows without a comma. */
const STREET = 1;
const POSTAL_INDEX = 3;

/** An object that is an address and nothing else, on one line; null for any other. */
export function readAddress(object: Json): string | null {
  const parts: string[] = [];
  let isCertain = false;
  for (const [name, value] of Object.entries(object)) {
    const plain = plainName(name);
    if (plain === '@type' || plain === 'type' || value === null || value === '') continue;
    const place = PARTS.findIndex((known) => known.test(plain));
    if (place < 0 || parts[place] !== undefined || !isText(value)) return null;
    isCertain ||= ADDRESS_ONLY.test(plain);
    parts[place] = oneLine(textOf(value));
  }
  if (!isCertain) return null;
  let line = '';
  for (const [place, part] of parts.entries()) {
    if (part === undefined) continue;
    const isJoined = place === STREET || (parts[POSTAL_INDEX] !== undefined && place === POSTAL_INDEX + 1);
    line += line === '' ? part : isJoined ? ` ${part}` : `, ${part}`;
  }
  return line;
}

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
