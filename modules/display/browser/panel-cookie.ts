import { DAY_SECONDS } from '#shared/clock.ts';
import type { Config } from '#shared/config.ts';

const NAME = 'placard_panel';
/** The longest lifetime that browsers allow for a cookie. */
const COOKIE_LIFE_SECONDS = 400 * DAY_SECONDS;

export interface BrowserCredential {
  hardwareId: string;
  key: string;
}

/** The credential in a `Cookie` header; null if there is no valid one. */
export function readPanelCookie(header: string | undefined): BrowserCredential | null {
  const entry = (header ?? '')
    .slice(0, 8_192)
    .split('; ')
    .find((one) => one.startsWith(`${NAME}=`));
  const [hardwareId, key, ...more] = entry?.slice(NAME.length + 1).split('.') ?? [];
  if (!hardwareId || !key || more.length > 0) return null;
  return /^browser-[0-9a-f-]{36}$/.test(hardwareId) && /^[\w-]{1,64}$/.test(key) ? { hardwareId, key } : null;
}

/** `Set-Cookie` for a browser that has become a panel. Scripts cannot read it. */
export function panelCookie(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { hardwareId, key }: BrowserCredential,
): string {
  const { pathname, protocol } = new URL(PUBLIC_URL);
  const secure = protocol === 'https:' ? '; Secure' : '';
  const path = `${pathname.replace(/\/$/, '')}/panel`;
  return `${NAME}=${hardwareId}.${key}; Path=${path}; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
