/** Networks whose pages are called as their posts; elsewhere such a title is a headline: `PM tells BBC: "We will stay"`. */
const NETWORKS = 'Instagram|Facebook|Threads|TikTok|LinkedIn|Bluesky|Mastodon|Pinterest|Twitter|X|VK';
const ON = 'on|auf|sur|en|su|op|på|na|no|em|di|pe|i|w|v|trên|в|у|на|στο';
/** A title of a page that is what somebody said on a network: `Maria on Instagram: "Off to the lake"`. */
const POST = new RegExp(`^(.{2,80}?)\\s(?:${ON})\\s(${NETWORKS})\\s?:\\s?["„“”«「](.{3,})["“”»」]$`, 'isu');

/** Who said it, and the words, which such a page has besides in its description between counts; null for any other title. */
export function readPost(
  title: string | null,
  siteName: string | null,
): { by: string; words: string } | null {
  const [, by = '', site = '', words = ''] = POST.exec(title?.trim() ?? '') ?? [];
  // `X (formerly Twitter)`.
  const name = siteName?.replace(/\s\(.{1,40}\)$/u, '').toLowerCase();
  return site !== '' && site.toLowerCase() === name ? { by, words } : null;
}
