import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Block } from './blocks.ts';
import type { Digest, Shape } from './digest.ts';
import { leadOf } from './lead.ts';
import type { HtmlReading } from './read-html.ts';
import type { TextPool } from './text-pool.ts';

const MAX_SUMMARY_CHARACTERS = 320;

/** Digests a web page, which is read in the child process. */
export async function digestHtml(
  bytes: Uint8Array,
  url: string,
  charset: string | null,
  sandbox: Sandbox,
  texts: TextPool,
): Promise<Digest> {
  const { value } = await sandbox.run('read-html', bytes, { url, charset });
  // An article may be a recipe without metadata.
  const read = await texts.digest({
    kind: value.isArticle ? 'page' : 'blocks',
    blocks: value.blocks,
  });
  const digest = { ...read, blocks: withPageTitle(read.blocks, value) };
  const { title, author, siteName, publishedAt, leadImageUrl, description, isArticle, about } = value;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
  const language = value.language ?? digest.language;
  const isData = digest.blocks[0]?.kind === 'recipe' || value.blocks[0]?.kind === 'events';
  // The text around a video is that of its player and of others.
  const videoDescription = about?.kind === 'video' ? description : null;
  const lead = leadOf(description, isArticle ? value.blocks : [], language, MAX_SUMMARY_CHARACTERS);
  return {
    ...digest,
    shape: shapeOf(value, digest),
    title,
    // The text of a page without an article is menus and notices: only its description is the author's.
    blocks:
      (isArticle && !videoDescription) || isData || !description
        ? digest.blocks
        : [{ kind: 'paragraph', text: description }],
    summary: isData ? digest.summary : (videoDescription ?? (lead || digest.summary)),
    language,
    about,
    author,
    siteName: siteName ?? host,
    publishedAt,
    leadImageUrl,
    url,
  };
}

/** Gives a recipe that was found in the text of a page the title of the page. */
function withPageTitle(blocks: Block[], { title, blocks: read }: HtmlReading): Block[] {
  const [first] = blocks;
  if (first?.kind !== 'recipe' || read[0]?.kind === 'recipe') return blocks;
  return [{ kind: 'recipe', recipe: { ...first.recipe, title: title ?? first.recipe.title } }];
}

function shapeOf({ isArticle, about, description, leadImageUrl }: HtmlReading, digest: Digest): Shape {
  const [first] = digest.blocks;
  if (first?.kind === 'recipe') return 'recipe';
  if (first?.kind === 'events') return 'agenda';
  if (isArticle || about || description || leadImageUrl || digest.shape === 'document') return 'article';
  return digest.text === '' ? 'link' : digest.shape;
}
