import type { Block, Recipe } from './blocks.ts';
import { isIngredient, QUANTITY_WITHIN } from './find-plain-recipe.ts';
import { isCooking, mentionsCooking } from './is-cooking.ts';

/** The name of a dish before a colon or a dash, at the beginning of its recipe. */
const NAME = /^([^.!?:：\n]{3,60}?)(?:\s?[:：]|\s[-–—])\s+(?=\S)/u;
/** Commas between ingredients; one within a number is none. */
const INGREDIENT_SEPARATOR = /[,;，、؛،](?!\d)\s*/u;
/** Between two sentences: "Salz. Alles mischen", but not "10 Min. Backen" or "1 Pck. Backpulver". */
const SENTENCE_SEPARATOR =
  /(?<=[\p{L}\p{Nd})][.!?])(?<!(?:^|\s)(?:min|std|pck|pkg|msp|gestr|geh|evtl|bzw|ca|el|tl|tbsp|tsp|approx)\.)\s+(?=[\p{Lu}\p{Lo}])|(?<=[。！？])/iu;
const SENTENCE_MARK = /[.!。]\s*$/u;
const MIN_INGREDIENTS = 3;
const MAX_INGREDIENT = 60;
const MIN_STEPS = 2;
const MIN_AMOUNTS = 3;
const MAX_LETTERS = 4000;

/**
 * The blocks of a recipe that was written as one paragraph: its name, what it needs and its steps; without a list of what it
 * needs, its name above its sentences as steps. Null for any other text.
 */
export function readProseRecipe(blocks: Block[]): Block[] | null {
  const [only] = blocks;
  if (blocks.length !== 1 || only?.kind !== 'paragraph' || only.text.length > MAX_LETTERS) return null;
  if (only.text.includes('\n')) return null;
  const name = NAME.exec(only.text);
  const title = name?.[1] ?? null;
  const text = only.text.slice(name?.[0].length ?? 0);
  const sentences = text.split(SENTENCE_SEPARATOR).filter((sentence) => sentence.trim() !== '');
  const [first = '', ...steps] = sentences;
  const ingredients = first.replace(SENTENCE_MARK, '').split(INGREDIENT_SEPARATOR).filter(Boolean);
  if (isListOfNeeds(ingredients, first) && steps.length >= MIN_STEPS && isCooking(ingredients, steps)) {
    const recipe: Recipe = {
      title,
      facts: [],
      ingredients: [{ title: null, lines: ingredients }],
      steps: [{ title: null, lines: steps }],
      notes: [],
    };
    return [{ kind: 'recipe', recipe }];
  }
  const amounts = text.match(QUANTITY_WITHIN)?.length ?? 0;
  const isCooked = sentences.filter(mentionsCooking).length >= MIN_STEPS && isCooking([text], sentences);
  if (title === null || amounts < MIN_AMOUNTS || sentences.length <= MIN_STEPS || !isCooked) return null;
  return [
    { kind: 'heading', level: 1, text: title },
    ...sentences.map((step) => ({ kind: 'item' as const, text: step, ordered: true, done: null })),
  ];
}

/** Whether the first sentence is a list with amounts rather than the first step. */
const isListOfNeeds = (ingredients: string[], first: string) =>
  ingredients.length >= MIN_INGREDIENTS &&
  2 * ingredients.filter(isIngredient).length >= ingredients.length &&
  ingredients.every((line) => line.length <= MAX_INGREDIENT) &&
  !mentionsCooking(first);
