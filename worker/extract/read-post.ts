/** A title of a page that is what somebody said on a network: `Maria on Instagram: "Off to the lake"`. */
const POST = /^(.{2,80}?)\s(?:\p{L}{1,5}\s)?([^\s:][^:]{0,40}):\s?["„“”«「](.{3,})["“”»」]$/su;

/** Who said it, and the words, which such a page has besides in its description between counts; null for any other title. */
export function readPost(
  title: string | null,
  siteName: string | null,
): { by: string; words: string } | null {
  const [, by = '', site = '', words = ''] = POST.exec(title?.trim() ?? '') ?? [];
  const isSame = siteName !== null && site.toLowerCase() === siteName.toLowerCase();
  return isSame ? { by, words } : null;
}
