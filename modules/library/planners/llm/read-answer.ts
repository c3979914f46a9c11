import { parseJson } from '#shared/parse-json.ts';

const FENCE = '```';

/**
 * The JSON object in a model's answer: alone, in a code fence, after its reasoning, or inside other text. Undefined
 * when there is none.
 */
export function readAnswer(text: string): unknown {
  const withoutReasoning = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
  const fenced = withoutReasoning.split(FENCE, 2)[1]?.replace(/^json/, '');
  const start = withoutReasoning.indexOf('{');
  const end = withoutReasoning.lastIndexOf('}');
  const outermost = start >= 0 && end > start ? withoutReasoning.slice(start, end + 1) : undefined;
  for (const candidate of [withoutReasoning, fenced, outermost]) {
    const value = candidate === undefined ? undefined : parseJson(candidate);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  }
  return undefined;
}
