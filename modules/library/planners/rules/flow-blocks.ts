import type { Block } from '#worker/extract/blocks.ts';
import type { Digest } from '#worker/extract/digest.ts';
import { cutIndex } from '../clip-text.ts';

/** A block of a note in the form of the templates' parameters. */
export interface FlowBlock {
  kind: 'heading' | 'paragraph' | 'item' | 'quote' | 'code' | 'pair' | 'message' | 'header' | 'row';
  text?: string;
  label?: string;
  level?: number;
  mark?: string;
  done?: boolean;
  cells?: string[];
}

/** Limits of the templates: characters of a block and of a cell, cells of a row, blocks of a page. */
const MAX_BLOCK_CHARACTERS = 20_000;
const MAX_CELL_CHARACTERS = 400;
const MAX_CELLS_OF_ROW = 30;
const MAX_BLOCKS_OF_PAGE = 1_900;

/** The blocks of a digest without its title. Text beyond the limits is returned as `rest`, whose words are counted. */
export function bodyBlocks(digest: Digest, title: string | null): { blocks: FlowBlock[]; rest: string } {
  const blocks = orderByGroup(removeTitle(digest, title)).flatMap(toFlow);
  const rest = blocks
    .slice(MAX_BLOCKS_OF_PAGE)
    .map(({ text = '', label = '', cells = [] }) => [label, text, ...cells].join(' '));
  return { blocks: blocks.slice(0, MAX_BLOCKS_OF_PAGE), rest: rest.join(' ') };
}

/** Values of a group below its name, as of pairs with names such as `cpu › load`. */
function orderByGroup(blocks: Block[]): Block[] {
  let named = '';
  return blocks.flatMap((block): Block[] => {
    const path = block.kind === 'pair' ? block.key.split(' › ') : [];
    const group = path.slice(0, -1).join(' › ');
    const isNew = group !== '' && group !== named;
    named = group;
    if (block.kind !== 'pair' || group === '') return [block];
    const text = path.slice(0, -1).join(' ');
    const pair = { ...block, key: path.at(-1) ?? '' };
    return isNew ? [{ kind: 'heading', text, level: 3 }, pair] : [pair];
  });
}

/** Removes the first block if it repeats the title of the page. */
export function removeTitle({ blocks, title: own }: Digest, title: string | null): Block[] {
  const [first, ...others] = blocks;
  const text = first?.kind === 'heading' || first?.kind === 'paragraph' ? first.text : null;
  const isTitle =
    text !== null && (title ?? own) !== null && removeColon(text) === removeColon((title ?? own) as string);
  return isTitle && others.length > 0 ? others : blocks;
}

/** Removes the final colon of a line, for comparison with a title. */
export const removeColon = (line: string) =>
  line
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\s?[:：]$/u, '');

function toFlow(block: Block): FlowBlock[] {
  switch (block.kind) {
    case 'heading':
      return splitText(block.text).map((text) => ({
        kind: 'heading',
        text,
        level: Math.min(8, block.level),
      }));
    case 'item':
      return splitText([block.text, block.when].filter(Boolean).join(' · ')).map((text, index) => ({
        kind: 'item',
        text,
        ...(block.level && { level: Math.min(8, block.level) }),
        ...(block.mark && index === 0 && { mark: block.mark }),
        ...(block.done !== null && { done: block.done }),
      }));
    case 'pair':
      return block.key.length > MAX_CELL_CHARACTERS
        ? splitText(`${block.key}: ${block.value}`).map((text) => ({ kind: 'paragraph', text }))
        : [{ kind: 'pair', label: block.key, text: block.value }];
    case 'table':
      return [
        ...(block.header ? rowOf('header', block.header) : []),
        ...block.rows.flatMap((cells, index): FlowBlock[] => {
          const note = block.notes?.[index] ?? '';
          return [
            ...rowOf('row', cells),
            ...(note === '' ? [] : [{ kind: 'paragraph' as const, text: note }]),
          ];
        }),
      ];
    case 'chat':
      return block.messages.map(({ speaker, time, text }) => ({
        kind: 'message',
        label: [time, speaker].filter(Boolean).join(' '),
        text,
      }));
    case 'code':
      return block.text
        .split('\n')
        .flatMap((line) => splitText(line).map((text) => ({ kind: 'code' as const, text })));
    case 'recipe':
    case 'events':
      return [];
    default:
      return splitText(block.text).map((text) => ({ kind: block.kind, text }));
  }
}

/** A row of a table; if its cells are too long or too many, one paragraph per cell. */
function rowOf(kind: 'header' | 'row', cells: string[]): FlowBlock[] {
  const fits = cells.length <= MAX_CELLS_OF_ROW && cells.every((cell) => cell.length <= MAX_CELL_CHARACTERS);
  if (fits) return [{ kind, cells }];
  return cells
    .filter(Boolean)
    .flatMap((cell) => splitText(cell).map((text) => ({ kind: 'paragraph', text })));
}

/** A text cut at spaces into parts within the limit. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_BLOCK_CHARACTERS) {
    const space = rest.lastIndexOf(' ', MAX_BLOCK_CHARACTERS);
    const at = space > MAX_BLOCK_CHARACTERS / 2 ? space : cutIndex(rest, MAX_BLOCK_CHARACTERS);
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}
