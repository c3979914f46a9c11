/** Address of the box as this page was reached, under a proxy's path too: scripts are in a folder right below it. */
export const boxUrl = new URL('../', import.meta.url);
export const basePath = boxUrl.pathname;

/** The address of a screen, for a link. `path` begins with a slash: `/displays/x?y=z`. */
export function href(path: string): string {
  return basePath + path.slice(1);
}

/** The path of a screen from an address of this page: the inverse of `href`. */
export function screenPath(pathname: string): string {
  return `/${pathname.slice(basePath.length).replace(/\/+$/, '')}`;
}

type Go = (url: string, replace?: boolean) => void;
let go: Go = (url) => location.assign(url);

/** Sets the router, once it is rendered. */
export function setRouter(router: Go): void {
  go = router;
}

/** Shows another screen. `path` as for `href`. */
export function navigate(path: string, { replace = false } = {}): void {
  go(href(path), replace);
}

/** An id for tabs and fields, not a secret. Pages over plain http have no `crypto.randomUUID`. */
export function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join('');
}
