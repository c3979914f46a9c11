import { countWords } from '#shared/count-words.ts';
import { type Block, blocksToText, type Recipe } from './blocks.ts';
import { describeBlocks } from './describe.ts';
import type { Digest } from './digest.ts';
import { isIngredient } from './find-plain-recipe.ts';
import { findRecipe } from './find-recipe.ts';
import { isCooking } from './is-cooking.ts';

const MIN_INGREDIENTS = 3;
const MAX_INGREDIENTS = 40;
const MIN_STEPS = 2;
const MAX_INGREDIENT_CHARACTERS = 90;
/** Limit of lines with servings and times. Further lines above the ingredients of a page are other text. */
const MAX_FACTS = 4;

/**
 * Describes the text of a web page. A recipe in it is taken only if it is clearly one and most of the text, because pages have
 * much other text. The rest is counted.
 */
export function describePage(blocks: Block[]): Digest {
  const found = findRecipe(blocks);
  const recipe = found && ownRecipe(found);
  if (!recipe || !isCertainRecipe(recipe)) return describeBlocks(blocks);
  const all = countWords(blocksToText(blocks));
  // The title of the page replaces that of the recipe.
  const kept = countWords(blocksToText([{ kind: 'recipe', recipe: { ...recipe, title: null } }]));
  return kept * 2 > all
    ? describeBlocks([{ kind: 'recipe', recipe }], { omitted: Math.max(0, all - kept) })
    : describeBlocks(blocks);
}

function ownRecipe(recipe: Recipe): Recipe {
  // The first part has the steps; later parts are advice, notes and further recipes.
  const [own] = recipe.steps;
  const steps = own && own.lines.length > 1 ? [own] : recipe.steps;
  return { ...recipe, facts: recipe.facts.slice(0, MAX_FACTS), steps, notes: [] };
}

/** Most ingredients are short and have an amount, and there is more than one step of cooking. */
function isCertainRecipe({ ingredients, steps }: Recipe): boolean {
  const taken = ingredients.flatMap(({ lines }) => lines);
  const measured = taken.filter(
    (line) => isIngredient(line) && line.length <= MAX_INGREDIENT_CHARACTERS,
  ).length;
  const done = steps.flatMap(({ lines }) => lines);
  return (
    taken.length >= MIN_INGREDIENTS &&
    taken.length <= MAX_INGREDIENTS &&
    measured * 2 >= taken.length &&
    done.length >= MIN_STEPS &&
    isCooking(taken, done)
  );
}
