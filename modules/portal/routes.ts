import { z } from 'zod';
import type { Config } from '#shared/config.ts';
import { AppError } from '#shared/errors.ts';
import { type Route, type RouteResponse, route } from '#shared/http/route.ts';
import { portalPolicy } from './policy.ts';
import { type Encoding, type PortalBundle, portalBundle } from './portal-files.ts';

/** Addresses of the portal. All return the same HTML document, whose script reads the address. */
const SCREENS = {
  '/': 'The portal: your displays, or the sign-in form.',
  '/sign-in': 'Sign in.',
  '/register': 'Create an account.',
  '/reset': 'Set a new password with a code from the operator.',
  '/displays/{displayId}': 'One display.',
  '/compose': 'Push something.',
  '/library': 'What was pushed.',
  '/library/{contentId}': 'One Content.',
  '/settings': 'Your settings.',
  '/settings/{section}': 'A part of your settings.',
  '/claim': "Claim a panel: the address in a claim code's QR code.",
  '/share': 'Push what another application shares.',
};
/**
 * Placeholder in the document for the relative path to the portal's root, which depends on the depth of the address.
 */
const PREFIX = /%PREFIX%/g;
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

/** The portal's HTML document under each of its addresses, and the files that it loads. */
export function portalRoutes(config: Config): Route[] {
  const bundle = portalBundle();
  const policy = portalPolicy(config);
  return [
    ...Object.entries(SCREENS).map(([path, summary]) => screenRoute(path, summary, bundle, policy)),
    fileRoute(bundle),
  ];
}

function screenRoute(
  path: string,
  summary: string,
  bundle: () => Promise<PortalBundle>,
  policy: string,
): Route {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, z.string()]);
  return route(
    {
      method: 'get',
      path,
      summary,
      description: 'The HTML document of the portal. Its script reads and checks the address.',
      tag: 'portal',
      auth: 'public',
      ...(names.length > 0 && { params: z.object(Object.fromEntries(names)) }),
      responses: { 200: { description: 'The page.', contentType: 'text/html' } },
    },
    async ({ url }) => ({
      body: (await bundle()).page.replace(PREFIX, pathToRoot(url)),
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-store',
      },
    }),
  );
}

/** Relative, because one installation has several addresses, also below a path of a proxy. */
function pathToRoot(url: string): string {
  const depth = (url.split('?')[0] as string).split('/').length - 2;
  return '../'.repeat(depth) || './';
}

function fileRoute(bundle: () => Promise<PortalBundle>): Route {
  return route(
    {
      method: 'get',
      path: '/portal/{file}',
      summary: 'Get a file of the portal',
      description: 'The name contains a digest of the bytes, which therefore never change.',
      tag: 'portal',
      auth: 'public',
      params: z.object({ file: z.string() }),
      responses: { 200: { description: 'The file.', contentType: 'application/octet-stream' } },
      errors: { 404: ['not_found'] },
    },
    async ({ params, headers }): Promise<RouteResponse> => {
      const file = (await bundle()).files.get(params.file);
      if (!file) throw new AppError(404, 'not_found', 'There is nothing at this address.');
      const encoding = chooseEncoding(headers['accept-encoding'], Object.keys(file.bytes) as Encoding[]);
      return {
        body: file.bytes[encoding],
        headers: {
          'Content-Type': file.type,
          'Cache-Control': CACHE_FOREVER,
          Vary: 'Accept-Encoding',
          // The service worker serves the whole portal, also below a path of a proxy.
          ...(params.file.startsWith('worker-') && { 'Service-Worker-Allowed': '../' }),
          ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        },
      };
    },
  );
}

/** The smallest encoding that the caller accepts: RFC 9110, section 12.5.3, as far as browsers and proxies use it. */
function chooseEncoding(accepted: string | string[] | undefined, kept: Encoding[]): Encoding {
  const acceptedNames = String(accepted ?? '')
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([, quality = 'q=1']) => Number(quality.slice(2)) > 0)
    .map(([name]) => name);
  return (
    (['br', 'gzip'] as const).find((name) => kept.includes(name) && acceptedNames.includes(name)) ??
    'identity'
  );
}
