/** Named characters of Latin-1 from 160 on, in its order (HTML 4, section 24.2). */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute ' +
  'THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES = new Map([
  ...LATIN.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—' }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', hellip: '…' }),
  ...Object.entries({
    bull: '•',
    euro: '€',
    trade: '™',
    larr: '←',
    rarr: '→',
    uarr: '↑',
    darr: '↓',
    minus: '−',
  }),
  ...Object.entries({
    lsaquo: '‹',
    rsaquo: '›',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    thinsp: ' ',
  }),
  ...Object.entries({ ensp: ' ', emsp: ' ', check: '✓', hearts: '♥', star: '☆', deg: '°', permil: '‰' }),
]);

export function unescapeEntities(text: string): string {
  return text
    .replace(/&#(\d{1,7}|x[0-9a-f]{1,6});/gi, (_, code: string) => characterOf(code))
    .replace(/&([A-Za-z][A-Za-z0-9]{1,9});/g, (whole, name: string) => ENTITIES.get(name) ?? whole);
}

function characterOf(code: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point === 0 || point > 0x10ffff || isSurrogate ? '' : String.fromCodePoint(point);
}

/** Tags that calendars write into notes; other words between angle brackets are the owner's. */
const TAG =
  /<\/?(?:a|b|br|div|em|font|h[1-6]|html-blob|i|img|li|ol|p|pre|span|strong|table|tbody|td|tr|u|ul)(?:\s[^<>]{0,2000})?\/?>/gi;
const BREAK = /<(?:br\s{0,3}\/?|\/p|\/div|\/li|\/tr|\/h[1-6])>/gi;

/** The plain text of a text with HTML from a program; any other text unchanged. */
export function stripMarkup(text: string): string {
  if (text.search(TAG) < 0) return text;
  const words = unescapeEntities(text.replace(BREAK, '\n').replace(TAG, ''));
  return words.replace(/[^\S\n]{1,1000}/g, ' ').replace(/\n{3,1000}/g, '\n\n');
}
