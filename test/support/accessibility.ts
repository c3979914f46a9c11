import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDTHS = [320, 768, 1280];
/** A window of 1280 px at 200 % zoom, in which nothing may be cut off either. */
const ZOOMED_WIDTH = 640;
export const SCHEMES = ['light', 'dark'] as const;

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe-core finds wrong on the page as it is, in words that name the elements; `rules`: only those. */
async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  return page.evaluate(async (values) => {
    const { axe } = globalThis as any;
    // Nothing is loaded for rules about media, which no page has.
    const options = {
      resultTypes: ['violations'],
      preload: false,
      ...(values && { runOnly: { type: 'rule', values } }),
    };
    const { violations: found } = await axe.run(options);
    return found.map(
      ({ id, help, nodes }: any) => `${id}: ${help}: ${nodes.map((node: any) => node.html).join(' | ')}`,
    );
  }, rules);
}

/** Until nothing moves: colours on their way between two schemes have no contrast of their own. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis as any;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }: any) => effect.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }: any) => finished),
    );
  });
}

/**
 * What is wrong in light and dark, on a phone, a tablet and a desktop: also whether anything is wider than the window, at
 * 200 % zoom too. Dark differs in its colours alone, so there it is the rules about colours that are asked.
 */
export async function inspect(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [...WIDTHS, ZOOMED_WIDTH]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => {
      const { documentElement } = (globalThis as any).document;
      return documentElement.scrollWidth - documentElement.clientWidth;
    });
    if (overflow > 0) found.push(`${width} px: the page is ${overflow} px too wide`);
    if (width === ZOOMED_WIDTH) continue;
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const rules = colorScheme === 'dark' ? COLOUR_RULES : null;
      for (const fault of await violations(page, rules)) found.push(`${width} px, ${colorScheme}: ${fault}`);
    }
  }
  return found;
}
