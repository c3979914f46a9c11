import type { Config } from '#shared/config.ts';
import { storageOrigins } from '#shared/storage/origins.ts';

/**
 * The page loads from this server alone, and pictures and uploads from the object store where that is another service. It
 * runs no inline script; markup never comes out of text, because no policy of Trusted Types makes HTML. Pictures are
 * shown from the memory of the page before they are sent, hence `blob:`.
 */
export function portalPolicy(config: Config): string {
  const store = storageOrigins(config)
    .map((origin) => ` ${origin}`)
    .join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data:${store}`,
    `connect-src 'self'${store}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types placard',
  ].join('; ');
}
