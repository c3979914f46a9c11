import type { Page, Route } from 'playwright-core';

/**
 * Handles the first request of a page that matches; later ones go to the box. The route stays until the page ends: with the
 * driver's `times: 1` the browser stops to intercept while it takes the response, which it then loses about once in 50 times.
 */
export async function handleFirstRequest(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => unknown,
): Promise<void> {
  let isFirst = true;
  await page.route(url, async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    await handle(route);
  });
}
