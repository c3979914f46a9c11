import { z } from 'zod';
import { type ContentDto, searchWords } from '#modules/library';
import { defineTool } from '../tool.ts';
import { dataResult } from '../tool-result.ts';

const MAX_RESULTS = 20;
const MAX_EXCERPT_CHARACTERS = 160;

export const searchLibrary = defineTool({
  name: 'search_library',
  title: 'Search the library',
  description:
    'What was pushed before, newest first: every word must occur in its title, text, link, file name, or in text read out of a picture or file. Without words, the latest.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject({
    words: searchWords.max(500).optional().describe('Words that must all occur, in any case.'),
    limit: z.number().int().min(1).max(MAX_RESULTS).default(5),
  }),
  async run({ library }, { principal: { userId } }, { words, limit }) {
    const { items, nextCursor } = await library.listContents({ userId, q: words, limit });
    return dataResult({ results: items.map(resultOf), more: nextCursor !== null });
  },
});

function resultOf({ id, title, state, createdAt, assets }: ContentDto) {
  return {
    contentId: id,
    title,
    state,
    pushedAt: createdAt,
    kinds: assets.map(({ type }) => type),
    excerpt: excerptOf(assets),
  };
}

function excerptOf(assets: ContentDto['assets']): string {
  const words = assets.flatMap(({ text, url, filename }) => text ?? url ?? filename ?? []).join(' · ');
  const start = [...words.slice(0, 2 * MAX_EXCERPT_CHARACTERS)].slice(0, MAX_EXCERPT_CHARACTERS).join('');
  return start.length < words.length ? `${start}…` : words;
}
