/** Types that a browser shows without running anything in them; all others are saved. */
const SHOWN = /^(image\/(png|jpeg|gif|webp)|text\/plain|application\/octet-stream)(;|$)/;

/** RFC 6266. `name`, if not empty, in ASCII for old programs and in full (RFC 8187) for the others. */
export function contentDisposition(contentType: string, name: string): string {
  if (name === '') return SHOWN.test(contentType) ? 'inline' : 'attachment';
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
