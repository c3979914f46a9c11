import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Digest, Shape } from './digest.ts';
import { leadOf } from './lead.ts';
import type { HtmlReading } from './read-html.ts';
import type { TextPool } from './text-pool.ts';

const MAX_SUMMARY = 320;

/** What a web page is about, read in the child process. */
export async function digestHtml(
  bytes: Uint8Array,
  url: string,
  charset: string | null,
  sandbox: Sandbox,
  texts: TextPool,
): Promise<Digest> {
  const { value } = await sandbox.run('read-html', bytes, { url, charset });
  const digest = await texts.digest({ kind: 'blocks', blocks: value.blocks });
  const { title, author, siteName, publishedAt, leadImageUrl, description, isArticle, about } = value;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
  const language = value.language ?? digest.language;
  const isData = value.blocks[0]?.kind === 'recipe' || value.blocks[0]?.kind === 'events';
  const lead = leadOf(description, isArticle ? value.blocks : [], language, MAX_SUMMARY);
  return {
    ...digest,
    shape: shapeOf(value, digest),
    title,
    // A page without an article is menus and notices: only its own description is its author's.
    blocks: isArticle || isData || !description ? digest.blocks : [{ kind: 'paragraph', text: description }],
    summary: isData ? digest.summary : lead || digest.summary,
    language,
    about,
    author,
    siteName: siteName ?? host,
    publishedAt,
    leadImageUrl,
    url,
  };
}

function shapeOf({ isArticle, about, description, leadImageUrl }: HtmlReading, digest: Digest): Shape {
  const [first] = digest.blocks;
  if (first?.kind === 'recipe') return 'recipe';
  if (first?.kind === 'events') return 'agenda';
  if (isArticle || about || description || leadImageUrl || digest.shape === 'document') return 'article';
  return digest.text === '' ? 'link' : digest.shape;
}
