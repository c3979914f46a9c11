import { basePath, screenPath } from '../base.ts';
import { ownTab } from './storage.ts';

/** Where one wanted to go, while a provider's pages are in between. */
const WANTED = 'wanted';

/** The way in for one who wanted to see `url`, which is gone to afterwards. */
export function wayIn(url: string, hasAccounts: boolean): string {
  const wanted = new URL(url, location.origin);
  const path = screenPath(wanted.pathname) + wanted.search;
  return inWith(hasAccounts ? '/sign-in' : '/register', path);
}

/** Another way in that leads to the same place. */
export function inWith(screen: string, path = returnPath()): string {
  return path === '/' ? screen : `${screen}?to=${encodeURIComponent(path)}`;
}

/** Where one goes once signed in: only ever a screen of this page. */
export function returnPath(): string {
  const path = new URLSearchParams(location.search).get('to') ?? ownTab.read(WANTED) ?? '/';
  const url = new URL(basePath + path.replace(/^\/+/, ''), location.origin);
  return url.origin === location.origin ? screenPath(url.pathname) + url.search : '/';
}

export function rememberReturnPath(): void {
  ownTab.write(WANTED, returnPath());
}

export function forgetReturnPath(): void {
  ownTab.write(WANTED, null);
}
