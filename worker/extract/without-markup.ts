const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

export function unescapeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
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
