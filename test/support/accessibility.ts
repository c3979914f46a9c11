import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WIDTHS = [320, 768, 1280];
/** Low, because every pixel of every width is drawn by the processor. */
const HEIGHT = 480;
/** The width of a window of 1280 px at 200 % zoom, in which nothing may be cut off. */
const ZOOMED_WIDTH = 640;
export const SCHEMES = ['light', 'dark'] as const;

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The violations that axe-core reports for the page, with their elements. @param rules only these rules; null: all */
async function violations(page: Page, rules: string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  return page.evaluate(async (values) => {
    const { axe } = globalThis as any;
    // No media are loaded, because no page has any.
    const options = {
      resultTypes: ['violations'],
      preload: false,
      // What is reported is the markup.
      selectors: false,
      ...(values && { runOnly: { type: 'rule', values } }),
    };
    const { violations: found } = await axe.run(options);
    return found.map(
      ({ id, help, nodes }: any) => `${id}: ${help}: ${nodes.map((node: any) => node.html).join(' | ')}`,
    );
  }, rules);
}

/** Waits until no transition runs: colours between two schemes have no meaningful contrast. */
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
 * The problems in light and dark, on a phone, a tablet and a desktop, including content that is wider than the window,
 * also at 200 % zoom. Dark differs in its colours only, so only the rules about colours run there.
 */
export async function inspect(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [...WIDTHS, ZOOMED_WIDTH]) {
    await page.setViewportSize({ width, height: HEIGHT });
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
