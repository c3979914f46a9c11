import type { Recipe, RecipePart } from './blocks.ts';
import { oneLine } from './blocks.ts';
import { listOf, markupToText, objectOf, textOf, toSeconds, toText } from './item-values.ts';

type Values = Record<string, unknown>;

const MAX_LINES = 100;
/** A text with at least this many numbers in order is split into steps. */
const MIN_NUMBERED = 3;

/** A schema.org Recipe; null without ingredients or steps. */
export function toRecipe(values: Values, language: string | null): Recipe | null {
  const listed = values.recipeIngredient ?? values.ingredients;
  const ingredients = joinAmountLines(listOf(listed).flatMap((line) => toLines(line))).slice(0, MAX_LINES);
  const steps = toSteps(values.recipeInstructions);
  if (ingredients.length === 0 || steps.length === 0) return null;
  return {
    title: textOf(values, 'name'),
    facts: toFacts(values, language),
    ingredients: [{ title: null, lines: ingredients }],
    steps,
    notes: [],
  };
}

/** Doubled parentheses, of which a program added one pair: `1 cup ((240 ml))`. */
const DOUBLED_PARENTHESES = /\(\(([^()]{1,80})\)\)/gu;

/** Two paragraphs that a program joined: `schneiden.Kichererbsen`. */
const JOINED_PARAGRAPHS = /(?<=\p{Ll}{3}[.!?])(?=\p{Lu}\p{Ll}{3})/gu;
/** A whole number in the form of a program before its unit: `500.0 g`. */
const WHOLE_NUMBER = /^(\d{1,5})\.0{1,3}(?=\s\p{L})/u;
/** The number of a step on a line of its own; pages number the steps themselves. */
const STEP_LABEL =
  /^(?:step|schritt|étape|etape|paso|passo|passaggio|stap|steg|trinn?|vaihe|krok|adım|шаг|крок|βήμα)\s?\d{1,2}\s?[:.]?$/iu;

/** An amount alone on its line: some sites mark up the ingredient in a separate element. */
const BARE_AMOUNT = /^[\d½¼¾⅓⅔⅛][\d\s./,½¼¾⅓⅔⅛–-]{0,12}$/u;

/** Joins amounts to the ingredients in the following lines. */
function joinAmountLines(lines: string[]): string[] {
  const joined: string[] = [];
  let amount = '';
  for (const line of lines) {
    if (amount !== '') joined.push(`${amount} ${line}`);
    else if (!BARE_AMOUNT.test(line)) joined.push(line);
    amount = amount === '' && BARE_AMOUNT.test(line) ? line : '';
  }
  return amount === '' ? joined : [...joined, amount];
}

function toFacts(values: Values, language: string | null): Recipe['facts'] {
  const yields = listOf(values.recipeYield).flatMap((each) => toText(each) ?? []);
  // Sites give "4" and "4 servings": the longer one has the unit.
  const amount = yields.sort((a, b) => b.length - a.length)[0] ?? null;
  const total = toSeconds(textOf(values, 'totalTime'));
  const parts = [textOf(values, 'prepTime'), textOf(values, 'cookTime')].map((time) => toSeconds(time) ?? 0);
  const seconds = total ?? parts.reduce((sum, part) => sum + part, 0);
  const facts: Recipe['facts'] = [];
  if (amount) facts.push({ key: '', value: /^\d+$/.test(amount) ? `× ${amount}` : amount });
  if (seconds > 0) facts.push({ key: '', value: durationWords(seconds, language) });
  return facts;
}

/** `1 hr 20 min`, in the language. */
function durationWords(seconds: number, language: string | null): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(language ?? 'en', { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );
  const parts = [
    minutes >= 60 ? unit(Math.floor(minutes / 60), 'hour') : '',
    minutes % 60 > 0 ? unit(minutes % 60, 'minute') : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Steps as one text, as a list of texts, of HowToSteps, or of HowToSections that hold either. */
function toSteps(instructions: unknown): RecipePart[] {
  const parts: RecipePart[] = [];
  const plain: RecipePart = { title: null, lines: [] };
  for (const each of listOf(instructions).slice(0, MAX_LINES)) {
    const values = objectOf(each);
    if (!values) plain.lines.push(...toLines(each));
    else if (values.itemListElement === undefined) plain.lines.push(...toLines(values.text ?? values.name));
    else {
      const lines = toSteps(values.itemListElement).flatMap((part) => part.lines);
      if (lines.length > 0) parts.push({ title: textOf(values, 'name'), lines });
    }
  }
  if (plain.lines.length > 0) parts.unshift(plain);
  return parts;
}

/** The lines of a text, without numbers at their beginnings. */
function toLines(value: unknown): string[] {
  if (typeof value !== 'string') return toText(value) === null ? [] : [toText(value) as string];
  const broken = value.slice(0, 20_000).replace(/<\/?(?:p|br|li)\b[^>]{0,200}>/gi, '\n');
  return markupToText(broken)
    .replace(JOINED_PARAGRAPHS, '\n')
    .split('\n')
    .flatMap(numberedWithin)
    .map((line) =>
      oneLine(line)
        .replace(DOUBLED_PARENTHESES, '($1)')
        .replace(WHOLE_NUMBER, '$1')
        .replace(/^(?:step\s+)?\d{1,2}[.):]\s+/i, ''),
    )
    .filter((line) => line !== '' && !STEP_LABEL.test(line))
    .slice(0, MAX_LINES);
}

/** Splits `1.Wash it. 2.Peel it. 3.Cook it.` at its numbers; any other line is unchanged. */
function numberedWithin(line: string): string[] {
  const heads: { from: number; to: number; sign: string }[] = [];
  for (const { index, 0: head, 1: number, 2: sign = '' } of line.matchAll(
    /(?:^|\s)(\d{1,2})([.)、．])(?!\d)/gu,
  ))
    if (Number(number) === heads.length + 1 && (heads[0]?.sign ?? sign) === sign)
      heads.push({ from: index, to: index + head.length, sign });
  if (heads.length < MIN_NUMBERED || /\S/u.test(line.slice(0, heads[0]?.from))) return [line];
  return heads.map(({ to }, at) => line.slice(to, heads[at + 1]?.from));
}
