import type { Page, Route } from 'playwright-core';

type Handler = (route: Route) => unknown;

/** Handles the first request of a page that matches; later ones go to the box. */
export async function handleFirstRequest(page: Page, url: string | RegExp, handle: Handler): Promise<void> {
  let isFirst = true;
  await handleWhile(
    page,
    url,
    () => isFirst,
    (route) => {
      isFirst = false;
      return handle(route);
    },
  );
}

/** Handles the requests of a page that match until the function that it returns is called; later ones go to the box. */
export async function handleRequests(page: Page, url: string | RegExp, handle: Handler): Promise<() => void> {
  let isOver = false;
  await handleWhile(page, url, () => !isOver, handle);
  return () => {
    isOver = true;
  };
}

/**
 * The route stays until the page ends: with the driver's `times: 1` and `unroute` the browser stops to intercept while it takes
 * a response or sends the body of another request, which it then loses about once in 50 times.
 */
async function handleWhile(
  page: Page,
  url: string | RegExp,
  isWanted: () => boolean,
  handle: Handler,
): Promise<void> {
  await page.route(url, async (route) => {
    if (isWanted()) await handle(route);
    else await route.fallback();
  });
}
