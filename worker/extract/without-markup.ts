const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

export function unescapeEntities(text: string): string {
  return text
    .replace(/&#(\d{1,7}|x[0-9a-f]{1,6});/gi, (_, code: string) => characterOf(code))
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function characterOf(code: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point === 0 || point > 0x10ffff || isSurrogate ? '' : String.fromCodePoint(point);
}

/** Tags that calendars write into notes; other words between angle brackets are the owner's. */
const TAG =
  /<\/?(?:a|b|br|div|em|font|h[1-6]|html-blob|i|li|ol|p|pre|span|strong|table|tbody|td|tr|u|ul)(?:\s[^<>]{0,2000})?\/?>/gi;
const BREAK = /<(?:br\s{0,3}\/?|\/p|\/div|\/li|\/tr|\/h[1-6])>/gi;

/** A text into which a program wrote HTML, as the words that it shows; any other text as it is. */
export function withoutMarkup(text: string): string {
  if (text.search(TAG) < 0) return text;
  const words = unescapeEntities(text.replace(BREAK, '\n').replace(TAG, ''));
  return words.replace(/[^\S\n]{1,1000}/g, ' ').replace(/\n{3,1000}/g, '\n\n');
}
