import type { Block, Recipe, RecipePart } from './blocks.ts';
import { isStepsHeading } from './find-recipe.ts';
import { isCooking, mentionsCooking } from './is-cooking.ts';
import { SENTENCE_END } from './split-paragraph.ts';

const FRACTION = String.raw`[\d½¼¾⅓⅔⅛][\d\s./,½¼¾⅓⅔⅛–-]{0,9}`;
/** Units of ingredients, in the languages of the fixed words. */
const UNIT = String.raw`(?:k?g|gr|m?l|[cd]l|oz|lbs?|cups?|tbsp|tsp|tablespoons?|teaspoons?|el|tl|pck|prise|msp|cs|cc|c\.\s?à\s?[sc]|cda?s?|cdta?s?|cucchiai(?:o|ni|no)?|colher(?:es)?|xícaras?|tazas?|tasses?|eetlepels?|theelepels?|msk|tsk|krm|dkg|dag|łyżk[aię]|łyżeczk[aię]|szklank[aię]|lžíce|lžička|hrnek|ek|tk|rkl|ss|ts|ст\.?\s?л|ч\.?\s?л|ст|г|гр|мл|кг|стакан\p{L}{0,2}|su bardağı|yemek kaşığı|çay kaşığı|muỗng|כוסות|כפות|כפיות|כוס|כף|غ|جم|كوب|ملعقة|गिलास|कप|चम्मच|ग्राम)`;
const QUANTITY = new RegExp(String.raw`^(?:ca\.?\s|~)?${FRACTION}\s?${UNIT}(?![\p{L}])`, 'iu');
/** The same anywhere in a text. */
export const QUANTITY_WITHIN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${FRACTION}\s?${UNIT}(?![\p{L}])`,
  'giu',
);
/** An amount after the name of the ingredient, as in East Asia and in Russian. */
const TRAILING_QUANTITY =
  /(?:\p{Nd}\s?(?:g|ml|kg|cc|克|毫升|個|个|只|枚|本|片|杯|勺|合|숟갈|스푼|큰술|작은술|컵|개|г|гр|кг|мл|л|шт|ст\.\s?л|ч\.\s?л)\.?|[大小]さじ\s?[\p{Nd}½/]{1,4}|少々|適量|适量|약간)\s?$/iu;
/** A number and a thing: `3 eggs`, `1/2 onion`. */
const COUNTED_THING = new RegExp(String.raw`^${FRACTION}\s?\p{L}`, 'u');
const MIN_INGREDIENTS = 3;
/** Least letters and sentences in the steps. A shopping list has less text. */
const MIN_STEP_LETTERS = 60;
const MIN_SENTENCES = 2;
/** Least number of steps without full stops, and least average of their words. Items of a shopping list have fewer. */
const MIN_NOTED_STEPS = 3;
const MIN_WORDS_OF_STEP = 3;
const MAX_INGREDIENT_CHARACTERS = 90;
const MAX_LEAD_LINES = 3;
/** Most letters of the name of a group of ingredients, and of an ingredient without an amount below the others. */
const MAX_NAME = 40;
const MIN_OF_GROUP = 2;
const SENTENCES = /[.!。！।](?=\s|$|[\p{Lo}])/gu;
const HAS_DIGIT = /\p{Nd}/u;

/**
 * A recipe that has no headings: lines or bullets with amounts, then numbered steps or sentences. Null for anything else,
 * such as a list of things to buy.
 */
export function findPlainRecipe(blocks: Block[]): Recipe | null {
  const at = blocks.findIndex((block) => linesOf(block).some(isMeasured));
  if (at < 0) return null;
  // The first paragraph may begin with the name of the recipe above the ingredients.
  const first = linesOf(blocks[at] as Block);
  const isWritten = blocks[at]?.kind === 'paragraph';
  const own = isWritten ? Math.max(0, first.findIndex(isIngredient)) : 0;
  const then = isWritten ? beginOfSteps(first, blocks.slice(at + 1).flatMap(linesOf)) : first.length;
  const start = at - runBefore(blocks, at);
  const groups = isWritten && then === first.length ? groupsFrom(blocks, at + 1) : [];
  const end = endOf(blocks, at) + groups.length;
  const ofFirst = isWritten ? first.slice(own, then) : blocks.slice(start, end).flatMap(linesOf);
  const ingredients = [...ofFirst, ...groups.flatMap(({ lines }) => lines)];
  const above = blocks.slice(0, start);
  const isLeadBlock = ({ kind }: Block) => kind === 'paragraph' || kind === 'heading' || kind === 'pair';
  if (!above.every(isLeadBlock)) return null;
  // With a title, the line above the first of several groups is the name of the group.
  const isNamed = groups.length > 0 && own === 1 && above.length > 0;
  const lead = [...above.flatMap(linesOf), ...first.slice(0, isNamed ? 0 : own)];
  const amounts = ingredients.filter(isIngredient).length;
  if (amounts < MIN_INGREDIENTS || amounts * 2 < ingredients.length) return null;
  if (lead.length > MAX_LEAD_LINES || ingredients.some((line) => line.length > MAX_INGREDIENT_CHARACTERS))
    return null;
  const rest = blocks.slice(end);
  if (!rest.every(isStep)) return null;
  const below = [...first.slice(then), ...rest.flatMap(linesOf)];
  const heading = isStepsHeading(below[0] ?? '') ? (below[0] ?? null) : null;
  const steps = heading === null ? below : below.slice(1);
  const said = steps.join('\n');
  const sentences = said.match(SENTENCES)?.length ?? 0;
  const numbered = rest.filter((block) => block.kind === 'item' && block.ordered).length;
  if (
    (Math.max(sentences, numbered) < MIN_SENTENCES && !areNotedSteps(steps)) ||
    lettersIn(said) < MIN_STEP_LETTERS
  )
    return null;
  if (!isCooking(ingredients, steps)) return null;
  const [title = null, ...others] = lead;
  const pairs = above.flatMap((block) =>
    block.kind === 'pair' ? [{ key: block.key, value: block.value }] : [],
  );
  return {
    title,
    facts: [...pairs, ...others.filter((line) => HAS_DIGIT.test(line)).map((value) => ({ key: '', value }))],
    ingredients: [{ title: isNamed ? (first[0] ?? null) : null, lines: ofFirst }, ...groups],
    steps: [{ title: heading, lines: steps }],
    notes: others.filter((line) => !HAS_DIGIT.test(line)),
  };
}

/** The index of the first line with an instruction below the ingredients. */
function beginOfSteps(lines: string[], below: string[]): number {
  const last = lines.findLastIndex(isIngredient);
  // Where most steps are sentences, a short line without an end is one more ingredient: "oil for frying".
  const said = [...lines.slice(last + 1), ...below];
  const areSentences = said.filter((line) => SENTENCE_END.test(line)).length * 2 > said.length;
  const isThing = (line: string) => areSentences && line.length <= MAX_NAME && !SENTENCE_END.test(line);
  const then = lines.findIndex((line, at) => at > last && mentionsCooking(line) && !isThing(line));
  return then < 0 ? lines.length : then;
}

/** Further groups of ingredients from a block on, one paragraph each: an optional name, then lines with amounts. */
function groupsFrom(blocks: Block[], from: number): RecipePart[] {
  const groups: RecipePart[] = [];
  for (const block of blocks.slice(from)) {
    const [first = '', ...others] = block.kind === 'paragraph' ? linesOf(block) : [];
    const isNamed = !isIngredient(first) && first.length <= MAX_NAME;
    const lines = isNamed ? others : [first, ...others];
    if (lines.length < MIN_OF_GROUP || !lines.every(isIngredient)) break;
    groups.push({ title: isNamed ? first : null, lines });
  }
  return groups;
}

/** Whether steps are short notes without full stops. */
const areNotedSteps = (steps: string[]) =>
  steps.length >= MIN_NOTED_STEPS &&
  steps.filter(mentionsCooking).length * 2 >= steps.length &&
  steps.join(' ').split(' ').length >= MIN_WORDS_OF_STEP * steps.length;

/** The number of letters. A letter that writes a syllable or a word counts twice. */
const lettersIn = (text: string) => text.length + (text.match(/[\p{Lo}]/gu)?.length ?? 0);

const isMeasured = (line: string) => QUANTITY.test(line) || TRAILING_QUANTITY.test(line);
/** Whether a line begins or ends with an amount. */
export const isIngredient = (line: string) => isMeasured(line) || COUNTED_THING.test(line);

/** The lines of a block that may be part of a recipe; empty for other blocks. */
function linesOf(block: Block): string[] {
  if (block.kind === 'paragraph' || block.kind === 'heading') return block.text.split('\n');
  return block.kind === 'item' && block.done === null ? [block.text] : [];
}

/** The number of consecutive bullets before the first one with an amount. */
function runBefore(blocks: Block[], at: number): number {
  let count = 0;
  while (isBullet(blocks[at]) && isBullet(blocks[at - count - 1])) count++;
  return count;
}

const isBullet = (block: Block | undefined) => block?.kind === 'item' && !block.ordered;

/** The index after the consecutive bullets from a block on, or after a block that is not a bullet. */
function endOf(blocks: Block[], at: number): number {
  let end = at + 1;
  while (isBullet(blocks[at]) && isBullet(blocks[end])) end++;
  return end;
}

const isStep = (block: Block) => block.kind === 'paragraph' || (block.kind === 'item' && block.done === null);
