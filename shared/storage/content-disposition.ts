/** Types that a browser displays without running code. All others are saved. */
const SHOWN = /^(image\/(png|jpeg|gif|webp)|text\/plain|application\/octet-stream)(;|$)/;

/** The header of RFC 6266. `name`, if not empty, is given in ASCII for old clients and in full (RFC 8187). */
export function contentDisposition(contentType: string, name: string): string {
  if (name === '') return SHOWN.test(contentType) ? 'inline' : 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
