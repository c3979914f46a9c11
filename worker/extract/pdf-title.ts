import { type Block, shorten } from './blocks.ts';

const MAX_TITLE = 160;
/** Limit of the blocks at the top of a paper in which its name is searched. */
const MAX_HEAD_BLOCKS = 14;
/** Salutations, in common languages. */
const SALUTATION =
  /^(?:sehr geehrte|guten tag|liebe[rsn]?\b|hallo\b|dear\b|madame\b|monsieur\b|mesdames\b|chère?s?\b|estimad[oa]s?\b|querid[oa]s?\b|gentile\b|egregi[oa]\b|spettabile\b|geachte\b|beste\b|kære\b|kjære\b|bästa\b|hej\b|hyvä\b|szanown[aiy]\b|drodzy\b|vážen[ýáí]\b|tisztelt\b|stimat[ăe]\b|prezad[oa]s?\b|car[oaei]\b)/iu;

/** The form of a salutation. */
const GREETING = /^.{3,60}[,!:，]\s*(?:\n|$)/u;
/** The subject of a letter, with its label. */
const SUBJECT =
  /^(?:betreff|betrifft|betr\.|objet|subject|re|ref|asunto|oggetto|onderwerp|emne|ämne|dotyczy|assunto)\s?[:：]\s*\S/iu;
/** A line below the salutation that is not a sentence. */
const SUBJECT_LINE = /^[^\n]{6,90}(?<![.,:;!?…])$/u;
/** Number of blocks above and below a salutation that may be the subject. */
const DISTANCE = 4;

/** The name of a paper: the subject of a letter, else the largest text at its top. */
export function titleOf(blocks: Block[], sizes: Map<Block, number>): string | null {
  const about = subjectOf(blocks);
  if (about) return shorten(about, MAX_TITLE);
  let best: Block | undefined;
  for (const block of blocks.slice(0, MAX_HEAD_BLOCKS)) {
    const size = sizes.get(block);
    if (size === undefined || isNumber(block)) continue;
    if (size > 1.08 * (best ? (sizes.get(best) ?? 0) : 0)) best = block;
  }
  return best && 'text' in best ? shorten(best.text, MAX_TITLE) : null;
}

/** Whether a heading is a number with fewer letters than digits: the route of a parcel or a bus. */
function isNumber(block: Block): boolean {
  if (!('text' in block)) return true;
  const digits = block.text.match(/\p{Nd}/gu)?.length ?? 0;
  return /^\p{Nd}/u.test(block.text) && digits > (block.text.match(/\p{L}/gu)?.length ?? 0);
}

/** Whether a paper has a salutation. */
export const isLetter = (blocks: Block[]) => salutationIn(blocks) >= 0;

/** Index of the salutation of a letter; -1 for other papers. */
function salutationIn(blocks: Block[]): number {
  return blocks
    .slice(0, 2 * MAX_HEAD_BLOCKS)
    .findIndex(
      (block) => block.kind === 'paragraph' && GREETING.test(block.text) && SALUTATION.test(block.text),
    );
}

function subjectOf(blocks: Block[]): string | null {
  const at = salutationIn(blocks);
  if (at < 0) return null;
  const near = [...blocks.slice(Math.max(0, at - DISTANCE), at).reverse(), ...blocks.slice(at + 1, at + 3)];
  const lines = near.flatMap((block) => (block.kind === 'paragraph' ? block.text.split('\n') : []));
  const named = lines.find((line) => SUBJECT.test(line));
  const headed = near.find((block) => block.kind === 'heading');
  const after = blocks[at + 1];
  const line = after?.kind === 'paragraph' && SUBJECT_LINE.test(after.text) ? after.text : null;
  return named ?? (headed && 'text' in headed ? headed.text : line);
}

/** Moves the addresses of a letter behind its text, each on one line. Other papers are unchanged. */
export function moveAddressesLast(blocks: Block[]): Block[] {
  const at = salutationIn(blocks);
  if (at < 1) return blocks;
  const head = blocks
    .slice(0, at)
    .map((block) =>
      block.kind === 'paragraph' ? { ...block, text: block.text.replaceAll('\n', ' · ') } : block,
    );
  return [...blocks.slice(at), ...head];
}
