import { createHash } from 'node:crypto';
import { brand } from '#shared/brand.ts';
import { type Route, route } from '#shared/http/route.ts';
import { readClaimCode } from './claim-code.ts';
import { claimPageQuery } from './schemas.ts';

const STYLE = `
body { font: 18px/1.5 system-ui, sans-serif; max-width: 34em; margin: 3em auto; padding: 0 1em; color: #111; }
strong { display: block; font: 700 3em/1.6 ui-monospace, monospace; letter-spacing: .15em; }
code { background: #eee; padding: .1em .3em; }`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page that a claim code's QR leads to: no script, and nothing of the request in it but a well-formed code. */
export function claimPageRoutes(): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/claim',
        summary: 'How to claim a panel',
        tag: 'Panels',
        auth: 'public',
        query: claimPageQuery,
        responses: { 200: { description: 'A page for people.', contentType: 'text/html' } },
      },
      async ({ query }) => ({
        status: 200,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        },
        body: page(readClaimCode(query.code ?? '')),
      }),
    ),
  ];
}

function page(code: string | null): string {
  const shown = code ? `<strong>${code}</strong>` : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Claim this panel · ${brand.name}</title>
<style>${STYLE}</style>
<h1>Claim this panel</h1>
${shown}
<p>Enter the code that the panel shows in your ${brand.name} app, or send it with
<code>POST /api/app/v1/displays/claim</code>, as <code>{ "code": "${code ?? '…'}" }</code>.</p>
<p>A code works once and for a short time. When it has run out, the panel shows a new one.</p>
</html>
`;
}
