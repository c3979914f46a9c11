import { type Block, blocksToText, type Recipe } from './blocks.ts';
import { countWords } from './count-words.ts';
import { describeBlocks } from './describe.ts';
import type { Digest } from './digest.ts';
import { isIngredient } from './find-plain-recipe.ts';
import { findRecipe } from './find-recipe.ts';
import { isCooking } from './is-cooking.ts';

const MIN_INGREDIENTS = 3;
const MAX_INGREDIENTS = 40;
const MIN_STEPS = 2;
const MAX_INGREDIENT = 90;
/** Lines of servings and times: what else stands above the ingredients of a page is the story of the dish. */
const MAX_FACTS = 4;

/**
 * Describes the text of a web page. A recipe in it is taken only if it is clearly one and most of the text, because pages have
 * much other text. The rest is counted.
 */
export function describePage(blocks: Block[]): Digest {
  const found = findRecipe(blocks);
  const recipe = found && ownRecipe(found);
  if (!recipe || !isCooked(recipe)) return describeBlocks(blocks);
  const all = countWords(blocksToText(blocks));
  // What stands first is called by the name of the page instead.
  const kept = countWords(blocksToText([{ kind: 'recipe', recipe: { ...recipe, title: null } }]));
  return kept * 2 > all
    ? describeBlocks([{ kind: 'recipe', recipe }], { omitted: Math.max(0, all - kept) })
    : describeBlocks(blocks);
}

function ownRecipe(recipe: Recipe): Recipe {
  // Below the first part of the steps stand advice, notes and further recipes.
  const [own] = recipe.steps;
  const steps = own && own.lines.length > 1 ? [own] : recipe.steps;
  return { ...recipe, facts: recipe.facts.slice(0, MAX_FACTS), steps, notes: [] };
}

/** Most ingredients are short and have an amount, and there is more than one step of cooking. */
function isCooked({ ingredients, steps }: Recipe): boolean {
  const taken = ingredients.flatMap(({ lines }) => lines);
  const measured = taken.filter((line) => isIngredient(line) && line.length <= MAX_INGREDIENT).length;
  const done = steps.flatMap(({ lines }) => lines);
  return (
    taken.length >= MIN_INGREDIENTS &&
    taken.length <= MAX_INGREDIENTS &&
    measured * 2 >= taken.length &&
    done.length >= MIN_STEPS &&
    isCooking(taken, done)
  );
}
