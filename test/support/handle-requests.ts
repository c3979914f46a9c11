import type { Page, Route } from 'playwright-core';

type Handler = (route: Route) => unknown;

/** Handles the first request of a page that matches. Later ones go to the box. */
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

/** Handles the matching requests of a page until the returned function is called. Later ones go to the box. */
export async function handleRequests(page: Page, url: string | RegExp, handle: Handler): Promise<() => void> {
  let isOver = false;
  await handleWhile(page, url, () => !isOver, handle);
  return () => {
    isOver = true;
  };
}

/**
 * The route stays until the page ends: with the driver's `times: 1` and `unroute` the browser stops intercepting
 * while another request is in progress, which then loses its response or body about once in 50 times.
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
