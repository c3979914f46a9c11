import { type Block, cutText, MAX_TEXT, oneLine } from './blocks.ts';
import { decodeQuotedPrintable } from './read-mail.ts';

/** `item1.TEL;TYPE=HOME:0431 555`: the name, its parameters, and the value. */
const PROPERTY = /^(?:[\w-]{1,40}\.)?([A-Za-z-]{1,40})((?:;[^:]{0,400})?):(.*)$/u;
/** The properties that are shown. Others are for programs: versions, ids, pictures, keys. */
const SHOWN_PROPERTIES = [
  'NICKNAME',
  'TITLE',
  'ROLE',
  'ORG',
  'TEL',
  'EMAIL',
  'ADR',
  'BDAY',
  'ANNIVERSARY',
  'URL',
  'NOTE',
];
const SCHEME = /^(?:tel|mailto):/iu;

interface Property {
  name: string;
  value: string;
}

export const isContacts = (text: string): boolean => /^\s{0,20}BEGIN:VCARD\b/i.test(text.slice(0, 100));

/**
 * The contacts of a vCard file (RFC 6350, and the versions 2.1 and 3.0): each name above lines with its values, without labels,
 * because their form shows their kind. Empty if no card has a name.
 */
export function readContacts(text: string): Block[] {
  const lines = unfolded(cutText(text, MAX_TEXT));
  const cards: Property[][] = [];
  for (const line of lines) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) cards.push([]);
    const property = toProperty(line);
    if (property) cards.at(-1)?.push(property);
  }
  const named = cards.flatMap((card) => {
    const name = textOf(card, 'FN') || nameParts(textOf(card, 'N')) || lineOf('ORG', textOf(card, 'ORG'));
    return name === '' ? [] : [{ name, card }];
  });
  return named.flatMap(({ name, card }): Block[] => {
    const said = SHOWN_PROPERTIES.flatMap((shown) => card.filter((one) => one.name === shown))
      .map((one) => lineOf(one.name, one.value))
      .filter((line) => line !== '' && line !== name);
    const text = [...new Set(said)].join('\n');
    return [
      { kind: 'heading', level: named.length > 1 ? 3 : 1, text: name },
      ...(text === '' ? [] : [{ kind: 'paragraph' as const, text }]),
    ];
  });
}

/** Joins the continued lines of a file, which begin with a space or, in old files, follow an equals sign. */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.replace(/\n[ \t]/g, '').split('\n')) {
    const last = lines.at(-1);
    if (last?.endsWith('=') && /^[^:]{0,400}QUOTED-PRINTABLE/i.test(last))
      lines[lines.length - 1] = last.slice(0, -1) + line;
    else lines.push(line);
  }
  return lines;
}

function toProperty(line: string): Property | null {
  const [, name = '', parameters = '', value = ''] = PROPERTY.exec(line) ?? [];
  if (name === '') return null;
  const isQuoted = /QUOTED-PRINTABLE/i.test(parameters);
  return { name: name.toUpperCase(), value: (isQuoted ? decodeQuotedPrintable(value, '=') : value).trim() };
}

const textOf = (card: Property[], name: string) => plain(card.find((one) => one.name === name)?.value ?? '');

/** A value without escape sequences. */
const plain = (value: string) =>
  value
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;:\\])/g, '$1')
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n');

/** Fields between semicolons that are not escaped. */
const fieldsOf = (value: string) => value.split(/(?<!\\);/u).map(plain);

function nameParts(value: string): string {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = fieldsOf(value);
  return [prefix, given, middle, family, suffix].filter((part) => part !== '').join(' ');
}

function lineOf(name: string, value: string): string {
  if (name === 'ADR') return address(fieldsOf(value));
  if (name === 'ORG') return fieldsOf(value).filter(Boolean).join(', ');
  if (name === 'BDAY' || name === 'ANNIVERSARY')
    return value.replace(/^(\d{4})-?(\d\d)-?(\d\d).*$/u, '$1-$2-$3');
  if (name === 'URL') return plain(value).replace(/^https?:\/\/(?=\S)/iu, '');
  return plain(value).replace(SCHEME, '');
}

function address([
  box = '',
  extended = '',
  street = '',
  town = '',
  region = '',
  code = '',
  country = '',
]: string[]) {
  const place = [code, town].filter(Boolean).join(' ');
  return [box, extended, street, place, region, country].filter(Boolean).join(', ').replaceAll('\n', ', ');
}
