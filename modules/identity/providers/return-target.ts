import type { Config } from '#shared/config.ts';
import type { ClientName } from './provider.ts';

/** The address at which a sign-in of this client ends, from the settings; null if the installation has no such client. */
export function returnTarget(config: Config, client: ClientName): string | null {
  // With the slash: a proxy that serves Placard below a path may not forward that path without it.
  if (client === 'web') return config.OAUTH_REDIRECT_WEB ?? `${config.PUBLIC_URL}/`;
  return (client === 'desktop' ? config.OAUTH_REDIRECT_DESKTOP : config.OAUTH_REDIRECT_IOS) ?? null;
}

/**
 * The address that passes `values` to the client: in the fragment for `web`, where neither servers nor the Referer header
 * contain them; as query parameters for apps, which receive only those.
 */
export function returnUrl(config: Config, client: ClientName, values: Record<string, string>): string {
  const url = new URL(returnTarget(config, client) ?? config.PUBLIC_URL);
  if (client === 'web') url.hash = new URLSearchParams(values).toString();
  else for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
