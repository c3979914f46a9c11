import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDTHS = [320, 768, 1280];
export const SCHEMES = ['light', 'dark'] as const;

/** What axe-core finds wrong on the page as it is, in words that name the elements. */
async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async (source) => {
    const scope = globalThis as any;
    scope.axe ?? scope.eval(source);
    const { violations: found } = await scope.axe.run();
    return found.map(
      ({ id, help, nodes }: any) => `${id}: ${help}: ${nodes.map((node: any) => node.html).join(' | ')}`,
    );
  }, script);
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

/** What is wrong in light and dark, on a phone, a tablet and a desktop: also whether anything is wider than the window. */
export async function inspect(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => {
      const { documentElement } = (globalThis as any).document;
      return documentElement.scrollWidth - documentElement.clientWidth;
    });
    if (overflow > 0) found.push(`${width} px: the page is ${overflow} px too wide`);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      for (const fault of await violations(page)) found.push(`${width} px, ${colorScheme}: ${fault}`);
    }
  }
  return found;
}
