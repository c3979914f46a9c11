import type { Config } from '#shared/config.ts';
import { storageOrigins } from '#shared/storage/origins.ts';

/**
 * The portal loads only from this server, except pictures and uploads when the object store is another service. It runs
 * no inline script, and text never becomes markup, because no Trusted Types policy creates HTML. `blob:` is for
 * pictures that are shown before they are sent.
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
