import { Lexer, type Token, type Tokens } from 'marked';
import { UnreadableError } from '../sandbox/errors.ts';
import type { TaskResult } from '../sandbox/task-result.ts';
import { type Block, limitBlocks, MAX_BLOCKS, oneLine } from './blocks.ts';
import { decodeText } from './decode-text.ts';
import { convertMarks, removeNavigation } from './markdown-marks.ts';
import { nameBox } from './strip-marks.ts';
import { unescapeEntities } from './strip-markup.ts';
import { struckText } from './to-item.ts';

export interface MarkdownReading {
  blocks: Block[];
}

/** Limit of the signs that may be markup in one paragraph, because marked's time is quadratic in their number. */
const MAX_SIGNS = 500;

/** A lexer that reads paragraphs with too many signs as plain text. */
class BoundedLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const signs = source.match(/[*_~`![\]<\\&]/g)?.length ?? 0;
    if (signs <= MAX_SIGNS) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source, escaped: false });
    return tokens;
  }
}

/**
 * Reads Markdown (CommonMark with GitHub's tables and task lists) as blocks. Markup, addresses of links and raw HTML are
 * removed; words are kept. Front matter between `---` lines becomes pairs.
 * @throws {UnreadableError}
 */
export async function readMarkdown(bytes: Uint8Array): Promise<TaskResult<MarkdownReading>> {
  const text = decodeText(bytes);
  const blocks: Block[] = [];
  try {
    const matter = /^---\n([\s\S]{0,4000}?)\n---\n/.exec(text);
    const tokens = removeNavigation(new BoundedLexer().lex(text.slice(matter?.[0].length ?? 0)));
    let read = 0;
    while (read < tokens.length && blocks.length < MAX_BLOCKS) addToken(tokens[read++] as Token, blocks);
    const rest = tokens.slice(read).map(({ raw }) => raw);
    if (rest.length > 0) add(blocks, { kind: 'paragraph', text: rest.join('').trim() });
    if (matter) addFrontMatter(matter[1] ?? '', blocks);
  } catch (cause) {
    throw new UnreadableError('the Markdown cannot be read', { cause });
  }
  return { value: { blocks: limitBlocks(blocks) }, picture: null };
}

/** Adds the front matter: its title above the text, unless the text has it, the rest as names and values. */
function addFrontMatter(text: string, blocks: Block[]): void {
  for (const line of text.split('\n')) {
    const [, key = '', quoted = ''] = /^([\w -]{1,40}):\s{1,20}(\S.{0,2000})$/.exec(line) ?? [];
    const value = oneLine(quoted.replace(/^\[(.*)\]$/, '$1').replace(/^(["'])(.*)\1$/, '$2'));
    if (key === '' || value === '') continue;
    if (key.toLowerCase() !== 'title') blocks.push({ kind: 'pair', key: oneLine(key), value });
    else if (!blocks.some((block) => block.kind === 'heading' && oneLine(block.text) === value))
      blocks.unshift({ kind: 'heading', level: 1, text: value });
  }
}

function addToken(token: Token, blocks: Block[]): void {
  if (token.type === 'heading') {
    add(blocks, {
      kind: 'heading',
      level: (token as Tokens.Heading).depth,
      text: headingText(token as Tokens.Heading),
    });
  } else if (token.type === 'paragraph' || token.type === 'text') {
    // Pictures that are links to other pages are buttons.
    const children = token.type === 'paragraph' ? ((token as Tokens.Paragraph).tokens ?? []) : [];
    if (children.length > 0 && children.every(isButton)) return;
    add(blocks, { kind: 'paragraph', text: inline(token) });
  } else if (token.type === 'code') {
    add(blocks, { kind: 'code', text: (token as Tokens.Code).text });
  } else if (token.type === 'blockquote') {
    const inner: Block[] = [];
    for (const child of (token as Tokens.Blockquote).tokens) addToken(child, inner);
    add(blocks, {
      kind: 'quote',
      text: nameBox(inner.map((block) => ('text' in block ? block.text : '')).join('\n')),
    });
  } else if (token.type === 'list') {
    addList(token as Tokens.List, blocks, 0);
  } else if (token.type === 'html') {
    add(blocks, {
      kind: 'paragraph',
      text: oneLine(unescapeEntities(token.raw.replace(/<[^<>]{0,2000}>/g, ' '))),
    });
  } else if (token.type === 'table') {
    addTable(token as Tokens.Table, blocks);
  }
}

function addList(list: Tokens.List, blocks: Block[], level: number): void {
  for (const [index, item] of list.items.entries()) {
    const own = item.tokens.filter((child) => child.type === 'text' || child.type === 'paragraph');
    const mark = list.ordered ? `${Number(list.start || 1) + index}.` : undefined;
    const text = oneLine(own.map(inline).join(' '));
    const gone = struckText(text);
    const done = item.task ? item.checked === true : null;
    add(blocks, {
      kind: 'item',
      text: gone ?? text,
      ordered: list.ordered,
      done: gone === null ? done : true,
      ...(level > 0 && { level }),
      ...(mark && { mark }),
    });
    for (const child of item.tokens) {
      if (child.type === 'list') addList(child as Tokens.List, blocks, Math.min(8, level + 1));
      else if (!own.includes(child)) addToken(child, blocks);
    }
  }
}

function addTable({ header, rows, align }: Tokens.Table, blocks: Block[]): void {
  const words = (cells: Tokens.TableCell[]) => cells.map((cell) => oneLine(cell.tokens.map(inline).join('')));
  const body = rows.map(words);
  const aligned = align.map((one) => (one === 'right' ? 'end' : one === 'center' ? 'center' : 'start'));
  if (body.length > 0) blocks.push({ kind: 'table', header: words(header), rows: body, align: aligned });
  else add(blocks, { kind: 'paragraph', text: words(header).join(' · ') });
}

function add(blocks: Block[], block: Block): void {
  if (!('text' in block) || block.text.trim() !== '') blocks.push(block);
}

/** Addresses of badges, whose pictures would show an outdated state. */
const BADGE =
  /^https?:\/\/(?:(?:[\w-]{1,63}\.){0,3}(?:shields\.io|badgen\.net|badge\.fury\.io|codecov\.io|coveralls\.io|awesome\.re|travis-ci\.(?:org|com)|circleci\.com|opencollective\.com|contrib\.rocks)\/|[^\s?#]{1,300}\/badges?(?:[/.]|$)|github\.com\/[^/]{1,100}\/[^/]{1,100}\/(?:actions\/)?workflows\/)/i;

/** The text of a heading without the pictures beside it, and without the brackets around a version that is not a link. */
function headingText(heading: Tokens.Heading): string {
  const words = heading.tokens.filter((token) => !isPicture(token));
  const text = words.map(inline).join('').trim() === '' ? inline(heading) : tidy(words.map(inline).join(''));
  return text.trim().replace(/^\[([^[\]]{1,60})\](?!\()/, '$1');
}

/** A linked drawing, such as a button. Photographs and links to pictures are kept as their text. */
function isButton(token: Token): boolean {
  const pictures = token.type === 'link' && isPicture(token) ? ((token as Tokens.Link).tokens ?? []) : [];
  if (pictures.length > 0 && !PICTURE.test((token as Tokens.Link).href.slice(0, 2000)))
    return pictures.every((one) => isDrawing((one as Tokens.Image).href.slice(0, 2000)));
  return isGap(token);
}

const PICTURE = /\.(?:jpe?g|png|webp|gif|avif|heic|svg)(?:[?#]|$)/i;
const isDrawing = (href: string) => BADGE.test(href.slice(0, 500)) || /\.svg(?:[?#]|$)/i.test(href);

const isGap = (token: Token): boolean =>
  token.type === 'br' || token.type === 'html' || (token.type === 'text' && token.raw.trim() === '');

const isPicture = (token: Token): boolean =>
  token.type === 'image' ||
  (token.type === 'link' && ((token as Tokens.Link).tokens ?? []).every((one) => one.type === 'image'));

/** The text of a token without markup and HTML. An explicit line break is kept. */
function inline(token: Token): string {
  if (token.type === 'html' && /^<br\b/i.test(token.raw)) return '\n';
  if (token.type === 'html' || token.type === 'checkbox') return '';
  if (token.type === 'br') return '\n';
  if (token.type === 'image' && BADGE.test((token as Tokens.Image).href.slice(0, 500))) return '';
  const children = 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : null;
  const words = children && tidy(children.map(inline).join(''));
  // Struck-out words must be distinguished from those beside them.
  if (words !== null) return token.type === 'del' ? keepTildes(token.raw, words) : words;
  const text = 'text' in token && typeof token.text === 'string' ? token.text : '';
  return token.type === 'codespan' || token.type === 'image'
    ? text
    : convertMarks(unescapeEntities(text).replaceAll('\n', ' '));
}

/** Struck-out words with the tildes of their author, because a single one often means `about` or `to`, as in `9~18`. */
function keepTildes(raw: string, words: string): string {
  const marks = raw.startsWith('~~') ? '~~' : '~';
  return `${marks}${words}${marks}`;
}

function tidy(text: string): string {
  return text.replace(/[^\S\n]+/gu, ' ').replace(/ ?\n ?/g, '\n');
}
