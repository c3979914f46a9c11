import { countWords } from '#shared/count-words.ts';
import { type Block, cutText } from '../blocks.ts';
import { splitText } from '../split-text.ts';
import { isObject, type Json } from './fields.ts';
import { plainName } from './names.ts';

/** Names of the text of a message, and of the groups in which services put it. */
const TEXT =
  /^(?:(?:\w{1,20}_)?(?:message|text|body|description|summary|content|details|notes?)|msg|output)(?:_(?:plain|text|markdown|md))?$/;
const GROUP = /^(?:data|event|message|payload|body|alert|notification|incident|item|post|entry|result)$/;
/** Limit of the depth of the text. */
const MAX_DEPTH = 2;
const MAX_TEXT = 15_000;

interface Message {
  /** The text as its author broke it into lines. */
  blocks: Block[];
  /** The document without it. */
  rest: Json;
  /** Number of words beyond the limit. */
  omitted: number;
}

/** The text of several lines that a document is about, apart from its other members; null where there is none. */
export function messageText(root: Json): Message | null {
  const [longest] = textsIn(root, [], 0).sort((a, b) => b.text.length - a.text.length);
  if (!longest) return null;
  const kept = cutText(longest.text, MAX_TEXT);
  return {
    blocks: splitText(kept),
    rest: without(root, longest.path),
    omitted: countWords(longest.text.slice(kept.length)),
  };
}

function textsIn(object: Json, path: string[], depth: number): { path: string[]; text: string }[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const plain = plainName(name);
    if (typeof value === 'string')
      return TEXT.test(plain) && hasLines(value.slice(0, MAX_TEXT))
        ? [{ path: [...path, name], text: value.trim() }]
        : [];
    const isGroup = isObject(value) && depth < MAX_DEPTH && GROUP.test(plain);
    return isGroup ? textsIn(value, [...path, name], depth + 1) : [];
  });
}

/** Whether a text has two lines with words. */
const hasLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length > 1;

/** A document without the member at a path. */
function without(object: Json, [name = '', ...inner]: string[]): Json {
  const { [name]: member, ...rest } = object;
  return inner.length > 0 && isObject(member) ? { ...object, [name]: without(member, inner) } : rest;
}
