import type { Block, Recipe } from './blocks.ts';
import { describeBlocks } from './describe.ts';
import type { Digest } from './digest.ts';
import { findRecipe } from './find-recipe.ts';

const MIN_INGREDIENTS = 3;
const MAX_INGREDIENTS = 40;
const MIN_STEPS = 2;
const MAX_INGREDIENT = 90;
const FIGURE = /[\p{Nd}½¼¾⅓⅔⅛]/u;

/** What the words of a page say; a recipe among them only where it is one beyond doubt, for pages say much besides. */
export function describePage(blocks: Block[]): Digest {
  const recipe = findRecipe(blocks);
  return describeBlocks(recipe && isCooked(recipe) ? [{ kind: 'recipe', recipe }] : blocks);
}

/** Most ingredients are short and have an amount, and there is more than one thing to do. */
function isCooked({ ingredients, steps }: Recipe): boolean {
  const taken = ingredients.flatMap(({ lines }) => lines);
  const measured = taken.filter((line) => FIGURE.test(line) && line.length <= MAX_INGREDIENT).length;
  const done = steps.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    taken.length >= MIN_INGREDIENTS &&
    taken.length <= MAX_INGREDIENTS &&
    measured * 2 >= taken.length &&
    done >= MIN_STEPS
  );
}
