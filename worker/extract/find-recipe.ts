import type { Block, Recipe, RecipePart } from './blocks.ts';

/** Headings above the ingredients and above the steps, in the languages of the fixed words and some more. */
const INGREDIENTS_HEADING =
  /^(?:(?:the )?ingredients?|(?:you(?:'ll| will)? need|what you need)|zutaten|ingr[eé]dients?|ingredientes|ingredienti|ingrediënten|ingredienser|aineks(?:et|ia)|sk[lł]adniki|suroviny|ingrediencie|hozz[aá]val[oó]k|ingrediente|malzemeler?|υλικά|ингредиенты|состав|продукты|інгредієнти|المكونات|المقادير|מצרכים|רכיבים|مواد لازم|सामग्री|材料|用料|食材|配料|(?:必备)?原料(?:和工具)?|재료|bahan(?:-bahan)?|nguyên liệu|ส่วนผสม|วัตถุดิบ|উপকরণ)(?:\s?\(.{0,40}\)|\s.{0,20})?$/iu;
const STEPS_HEADING =
  /^(?:method|directions?|instructions?|preparation|steps|how to(?: make(?: it)?)?|to make|zubereitung|anleitung|so geht(?:'|’)?s|pr[eé]paration|[eé]tapes|recette|preparaci[oó]n|elaboraci[oó]n|pasos|preparazione|procedimento|prepara[cç][aã]o|modo de (?:preparo|fazer)|bereiding(?:swijze)?|werkwijze|g[oö]r s[aå] h[aä]r|tillagning|fremgangsm[aå]de|fremgangsm[aå]te|slik gj[oø]r du|valmistus(?:ohje)?|ohje|przygotowanie|wykonanie|postup|elk[eé]sz[ií]t[eé]s|mod de preparare|haz[iı]rlan[iı][sş][iı]|yap[iı]l[iı][sş][iı]|εκτέλεση|приготовление|способ приготовления|приготування|الطريقة|طريقة التحضير|אופן ההכנה|הכנה|طرز تهیه|विधि|作り方|手順|做法|步骤|操作|制作步骤|만드는 (?:법|방법)|조리법|cara membuat|cách làm|วิธีทำ|ขั้นตอน|প্রণালী|প্রস্তুত প্রণালী)(?:\s?\(.{0,40}\))?$/iu;
/** Servings and times: short lines with a digit. */
const SERVINGS_OR_TIME = /\d|^(?:serves|makes|servings|yield|für|pour|para|per)\b/iu;
const MAX_FACT_CHARACTERS = 90;
const STEP_NUMBER = /^(\d{1,2})[.)]?\s+(?=\p{L})/u;

/** A recipe in the blocks of a text: lines below a heading for ingredients, and steps after them. */
export function findRecipe(blocks: Block[]): Recipe | null {
  // Instructions to install a program have the same headings.
  if (blocks.some(({ kind }) => kind === 'code')) return null;
  const headed = splitHeadings(blocks);
  const at = headed.findIndex((block) => isHeadingOf(block, INGREDIENTS_HEADING));
  const then = headed.findIndex((block, index) => index > at && isHeadingOf(block, STEPS_HEADING));
  if (at < 0 || (then < 0 && !headed.slice(at + 1).some((block) => block.kind === 'item'))) return null;
  const end = then < 0 ? headed.length : then;
  const ingredients = partsOf(headed.slice(at + 1, end));
  const lead = headed.slice(0, at);
  const recipe: Recipe = { title: null, facts: [], ingredients, steps: [], notes: [] };
  const [first, ...others] = lead;
  if (first?.kind === 'heading' || first?.kind === 'paragraph') {
    const [title = '', ...rest] = first.text.split('\n');
    recipe.title = title;
    if (rest.length > 0) addLead({ kind: 'paragraph', text: rest.join('\n') }, recipe);
  } else if (first) addLead(first, recipe);
  for (const block of others) addLead(block, recipe);
  if (then >= 0) {
    const after = headed.slice(then + 1);
    // Text below numbered steps is not a step.
    const last = after.findLastIndex((block) => block.kind === 'item');
    const end = last < 0 ? after.length : last + 1;
    recipe.steps = partsOf(after.slice(0, end));
    const rest = partsOf(after.slice(end));
    recipe.notes.push(...rest.flatMap((part) => [...(part.title ? [part.title] : []), ...part.lines]));
  } else {
    // The steps are the text after the last ingredient.
    const items = headed.findLastIndex((block) => block.kind === 'item');
    recipe.ingredients = partsOf(headed.slice(at + 1, items + 1));
    recipe.steps = partsOf(headed.slice(items + 1));
  }
  recipe.steps = removeStepNumbers(recipe.steps);
  const count = (parts: RecipePart[]) => parts.reduce((sum, part) => sum + part.lines.length, 0);
  return count(recipe.ingredients) >= 2 && count(recipe.steps) >= 1 ? recipe : null;
}

/** Removes numbers from steps (`1 Heat the oven`), because pages number them. */
function removeStepNumbers(steps: RecipePart[]): RecipePart[] {
  return steps.map((step) => {
    const isNumbered = step.lines.every((line, at) => Number(STEP_NUMBER.exec(line)?.[1]) === at + 1);
    return isNumbered ? { ...step, lines: step.lines.map((line) => line.replace(STEP_NUMBER, '')) } : step;
  });
}

/** Splits paragraphs whose first line is a heading of a recipe. */
function splitHeadings(blocks: Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind !== 'paragraph' || !block.text.includes('\n')) return [block];
    const [first = '', ...rest] = block.text.split('\n');
    const named = [INGREDIENTS_HEADING, STEPS_HEADING].some((words) => words.test(removeColon(first)));
    return named
      ? [
          { kind: 'heading', level: 2, text: first },
          ...rest.map((text) => ({ kind: 'paragraph' as const, text })),
        ]
      : [block];
  });
}

const removeColon = (text: string) =>
  text
    .slice(0, 120)
    .replace(/[:：]\s{0,9}$/u, '')
    .trim();

function isHeadingOf(block: Block, words: RegExp): boolean {
  return (
    (block.kind === 'heading' || block.kind === 'paragraph') &&
    block.text.length <= 60 &&
    words.test(removeColon(block.text))
  );
}

function addLead(block: Block, recipe: Recipe): void {
  if (block.kind === 'pair') recipe.facts.push({ key: block.key, value: block.value });
  else if (block.kind === 'item' || block.kind === 'paragraph' || block.kind === 'heading') {
    for (const line of block.text.split('\n')) {
      if (line.length <= MAX_FACT_CHARACTERS && SERVINGS_OR_TIME.test(line))
        recipe.facts.push({ key: '', value: line });
      else recipe.notes.push(line);
    }
  } else if (block.kind === 'quote' || block.kind === 'code') recipe.notes.push(block.text);
}

/** Whether a line is the heading of the steps. */
export const isStepsHeading = (line: string) => STEPS_HEADING.test(removeColon(line));

/** Lines under their own headings. */
function partsOf(blocks: Block[]): RecipePart[] {
  const parts: RecipePart[] = [];
  const lines = () => {
    const last = parts.at(-1);
    if (last) return last.lines;
    parts.push({ title: null, lines: [] });
    return (parts[0] as RecipePart).lines;
  };
  for (const block of blocks) {
    if (block.kind === 'heading') parts.push({ title: block.text, lines: [] });
    else if (block.kind === 'pair') lines().push(`${block.key}: ${block.value}`);
    else if (block.kind === 'table') lines().push(...block.rows.map((row) => row.filter(Boolean).join(' ')));
    else if (block.kind === 'paragraph') lines().push(...block.text.split('\n'));
    else if ('text' in block) lines().push(block.text);
  }
  return parts.filter(({ title, lines: own }) => title !== null || own.length > 0);
}
