import * as z from 'zod';
import type { ColorMode } from '#shared/picture-formats.ts';
import type { Scene } from '../../imaging/scene.ts';
import { chooseSetting } from './flow/choose-setting.ts';
import { createPart, type Part } from './flow/part.ts';
import { type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { boxBelow, fitsHeader, joinFacts, putFooter, putHeader } from './furniture.ts';
import { type Box, Page } from './page.ts';
import { putCorner } from './put-corner.ts';
import {
  codeUrl,
  defineTemplate,
  lineText,
  pageEnd,
  pictureSchema,
  proseText,
  shortText,
} from './template.ts';
import type { Viewport } from './theme.ts';

const MAX_FACTS = 30;

const lines = z.object({ title: lineText.nullish(), lines: z.array(proseText).max(300) });

const parameters = z.object({
  title: shortText.optional(),
  /** Servings and times; key or value may be empty. */
  facts: z
    .array(z.object({ key: shortText, value: lineText }))
    .max(MAX_FACTS)
    .default([]),
  ingredients: z.array(lines).max(30).default([]),
  steps: z.array(lines).max(30).default([]),
  notes: z.array(proseText).max(100).default([]),
  /** Shown beside the title if there is room. */
  image: pictureSchema.optional(),
  url: codeUrl,
  ...pageEnd,
});
type Recipe = z.output<typeof parameters>;

/** The shares of a wide page's width that are tried for the ingredients. */
const INGREDIENT_SHARES = [0.3, 0.36, 0.42, 0.5];

/** A recipe: ingredients, and steps beside or below them. */
export const recipe = defineTemplate({
  use: 'A recipe: ingredients beside numbered steps, with servings and times as facts.',
  parameters,
  layOut(recipe, viewport, colorMode) {
    const scene = layOut(recipe, viewport, colorMode);
    const { footer, ...others } = recipe;
    if (!scene.leftOut || !footer || recipe.facts.length >= MAX_FACTS) return scene;
    // The line of the footer has room for more of the recipe if its words stand beside the facts.
    const facts = [...recipe.facts, { key: '', value: footer }];
    const closer = layOut({ ...others, facts }, viewport, colorMode);
    return (closer.leftOut ?? 0) < scene.leftOut ? closer : scene;
  },
});

function layOut(recipe: Recipe, viewport: Viewport, colorMode: ColorMode): Scene {
  const { title = '', footer, language, omitted = 0 } = recipe;
  const page = new Page(viewport, colorMode, joinFacts(title, recipe.ingredients[0]?.lines[0]), language);
  const whole = putFooter(page, page.content, footer);
  const corner = putCorner(page, whole, title, recipe);
  let box = corner.beside;
  const lead: Part[] = [];
  if (fitsHeader(page, box, title)) box = putHeader(page, box, title);
  else lead.push(createPart(title, { scale: 1.15, weight: 700, lineHeight: 1.2 }));
  // Below the corner, the facts have the whole width.
  if (box.y + page.theme.gap >= corner.bottom) box = boxBelow(whole, box.y);
  const facts = recipe.facts.map(({ key, value }) => [key, value].filter(Boolean).join(': ')).join(' · ');
  if (facts !== '') lead.push(createPart(facts, { weight: 600, lineHeight: 1.3 }));
  const ingredients = partsOf(page, toBlocks(recipe.ingredients, false));
  const numbered = partsOf(page, toBlocks(recipe.steps, true)).map(withOwnNumber);
  const steps = [...numbered, ...partsOf(page, notesOf(recipe))];
  const isWide = whole.width > 24 * page.theme.type.body && ingredients.length > 0 && steps.length > 0;
  const words = { more: { items: 0, words: omitted } };
  if (isWide) {
    if (lead.length > 0) {
      const head = putFlow(
        page,
        lead,
        { ...box, height: Math.round(box.height / 3) },
        { most: page.theme.type.body, id: 'lead-' },
      );
      box = boxBelow(box, head.bottom + page.theme.gap);
    }
    box = boxBelow(whole, Math.max(box.y, corner.bottom));
    putBeside(page, ingredients, steps, box, words);
    return page.scene();
  }
  box = boxBelow(whole, Math.max(box.y, corner.bottom));
  const { phrases } = page.furniture;
  const heading = (text: string) =>
    createPart(text, {
      unit: 'furniture',
      weight: 700,
      scale: 1.08,
      lineHeight: 1.2,
      space: 0.9,
      keepsNext: true,
    });
  const all = [
    ...lead,
    ...(ingredients.length > 0 ? [heading(phrases.ingredients), ...ingredients] : []),
    ...(steps.length > 0 ? [heading(phrases.method), ...steps] : []),
  ];
  putFlow(page, all, box, { most: page.theme.type.lead, columnWidth: 13 * page.theme.type.body, ...words });
  return page.scene();
}

/** Puts ingredients and steps side by side at one size, with the share of the width at which the type is largest. */
function putBeside(
  page: Page,
  ingredients: Part[],
  steps: Part[],
  box: Box,
  words: { more: { items: number; words: number } },
): void {
  const { type, gap, hairline, least } = page.theme;
  const gutter = 4 * gap;
  const options = { most: type.lead };
  let best = { size: 0, share: INGREDIENT_SHARES[1] as number };
  for (const share of INGREDIENT_SHARES) {
    const [left, right] = split(box, share, gutter);
    const sizes = [
      chooseSetting(page, ingredients, left, options),
      chooseSetting(page, steps, right, options),
    ].map((setting) => setting?.size ?? 0);
    // Where not all ingredients fit, they have as much room as the steps leave them.
    const room = sizes[0] === 0 && Math.max(...sizes) > 0 ? share : 0;
    const size = Math.min(...sizes) + Math.max(...sizes) / 100 + room;
    if (size > best.size) best = { size, share };
  }
  const [left, right] = split(box, best.share, gutter);
  const most = Math.max(least, Math.floor(best.size));
  putFlow(page, ingredients, left, { most, id: 'ingredient-' });
  putFlow(page, steps, right, { most, id: 'step-', ...words });
  page.rule('column-rule', {
    x: right.x - Math.round(gutter / 2),
    y: box.y,
    width: hairline,
    height: box.height,
  });
}

function split(box: Box, share: number, gutter: number): [Box, Box] {
  const own = Math.round((box.width - gutter) * share);
  return [
    { ...box, width: own },
    { ...box, x: box.x + own + gutter, width: box.width - own - gutter },
  ];
}

function toBlocks(parts: Recipe['steps'], numbered: boolean): FlowBlock[] {
  let number = 0;
  // A single step needs no number.
  const isAlone = numbered && parts.reduce((sum, { lines }) => sum + lines.length, 0) === 1;
  return parts.flatMap(({ title, lines }) => [
    ...(title ? [{ kind: 'heading' as const, text: title, level: 2 }] : []),
    ...lines.map((text) => {
      number += 1;
      if (isAlone) return { kind: 'paragraph' as const, text };
      return { kind: 'item' as const, text, ...(numbered && { mark: `${number}.` }) };
    }),
  ]);
}

/** The numbers of steps are added by the page, so they do not count as the owner's words. */
function withOwnNumber(one: Part): Part {
  return one.mark?.kind === 'text' ? { ...one, mark: { ...one.mark, counts: false } } : one;
}

const notesOf = ({ notes }: Recipe): FlowBlock[] =>
  notes.map((text) => ({ kind: 'paragraph' as const, text }));
