/** Networks that use a post as the title of its page. Elsewhere it is a headline: `PM tells BBC: "We will stay"`. */
const NETWORKS = 'Instagram|Facebook|Threads|TikTok|LinkedIn|Bluesky|Mastodon|Pinterest|Twitter|X|VK';
const WORDS_FOR_ON = 'on|auf|sur|en|su|op|på|na|no|em|di|pe|i|w|v|trên|в|у|на|στο';
/** The title of a page that shows a post of a network: `Maria on Instagram: "Off to the lake"`. */
const POST_TITLE = new RegExp(
  `^(.{2,80}?)\\s(?:${WORDS_FOR_ON})\\s(${NETWORKS})\\s?:\\s?["„“”«「](.{3,})["“”»」]$`,
  'isu',
);

/** The author and the text of the post that a title contains; null for any other title. */
export function readPost(
  title: string | null,
  siteName: string | null,
): { by: string; words: string } | null {
  const [, by = '', site = '', words = ''] = POST_TITLE.exec(title?.trim() ?? '') ?? [];
  // `X (formerly Twitter)`.
  const name = siteName?.replace(/\s\(.{1,40}\)$/u, '').toLowerCase();
  return site !== '' && site.toLowerCase() === name ? { by, words } : null;
}
