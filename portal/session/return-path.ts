import { basePath, screenPath } from '../base.ts';
import { tabStorage } from './storage.ts';

/** The screen to open after sign-in, stored while a provider's pages are shown. */
const WANTED = 'wanted';

/** The sign-in or registration screen, which leads to `url` afterwards. */
export function signInPath(url: string, hasAccounts: boolean): string {
  const wanted = new URL(url, location.origin);
  const path = screenPath(wanted.pathname) + wanted.search;
  return withReturnPath(hasAccounts ? '/sign-in' : '/register', path);
}

/** Another screen for sign-in that leads to the same screen afterwards. */
export function withReturnPath(screen: string, path = returnPath()): string {
  return path === '/' ? screen : `${screen}?to=${encodeURIComponent(path)}`;
}

/** The screen to open after sign-in, always one of this page. */
export function returnPath(): string {
  const path = new URLSearchParams(location.search).get('to') ?? tabStorage.read(WANTED) ?? '/';
  const url = new URL(basePath + path.replace(/^\/+/, ''), location.origin);
  return url.origin === location.origin ? screenPath(url.pathname) + url.search : '/';
}

export function rememberReturnPath(): void {
  tabStorage.write(WANTED, returnPath());
}

export function forgetReturnPath(): void {
  tabStorage.write(WANTED, null);
}
