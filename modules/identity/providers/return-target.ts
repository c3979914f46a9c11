import type { Config } from '#shared/config.ts';
import type { ClientName } from './provider.ts';

/** Where a sign-in of this client ends; null when the deployment has no such client. Only settings decide it. */
export function returnTarget(config: Config, client: ClientName): string | null {
  // With the slash: a proxy that serves Placard below a path need not know that path without it.
  if (client === 'web') return config.OAUTH_REDIRECT_WEB ?? `${config.PUBLIC_URL}/`;
  return (client === 'desktop' ? config.OAUTH_REDIRECT_DESKTOP : config.OAUTH_REDIRECT_IOS) ?? null;
}

/**
 * The address that hands `values` to the client: in the fragment for `web`, where no server and no Referer sees
 * them, as query parameters for apps, which get only those.
 */
export function returnUrl(config: Config, client: ClientName, values: Record<string, string>): string {
  const url = new URL(returnTarget(config, client) ?? config.PUBLIC_URL);
  if (client === 'web') url.hash = new URLSearchParams(values).toString();
  else for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
