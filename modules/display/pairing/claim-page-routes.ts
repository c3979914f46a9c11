import { createHash } from 'node:crypto';
import { brand } from '#shared/brand.ts';
import { type Route, route } from '#shared/http/route.ts';
import { readClaimCode } from './claim-code.ts';
import { claimPageQuery } from './schemas.ts';

const STYLE = `
body { font: 18px/1.5 system-ui, sans-serif; max-width: 22em; margin: 2em auto; padding: 0 1em; color: #111; }
label { display: block; margin: .8em 0; }
input, button { font: inherit; box-sizing: border-box; width: 100%; padding: .5em; border: 1px solid #111; border-radius: 0; }
input[name=code] { font: 700 2em ui-monospace, monospace; letter-spacing: .15em; text-transform: uppercase; }
button { background: #111; color: #fff; margin-top: .5em; }
output { display: block; margin-top: 1em; font-weight: 700; }`;

/** Signs in, claims, and signs out again, so that a borrowed phone keeps nothing. */
const SCRIPT = `
const form = document.querySelector('form');
const say = (text) => { form.querySelector('output').textContent = text; };
const call = async (method, path, body, token) => {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) };
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
};
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { identifier, password, code, nickname } = Object.fromEntries(new FormData(form));
  say('One moment …');
  try {
    const { accessToken } = await call('POST', 'auth/login', { identifier, password });
    try {
      const request = { code, ...(nickname && { nickname }) };
      const display = await call('POST', 'api/app/v1/displays/claim', request, accessToken);
      say(display.name + ' is yours.');
    } finally {
      await call('POST', 'auth/logout', {}, accessToken);
    }
  } catch (error) {
    say(error.message);
  }
});`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY = [
  "default-src 'none'",
  `style-src ${hash(STYLE)}`,
  `script-src ${hash(SCRIPT)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page that a claim code's QR leads to: a form. Nothing of the request is in it but a well-formed code. */
export function claimPageRoutes(): Route[] {
  return [
    route(
      {
        method: 'get',
        path: '/claim',
        summary: 'Claim a panel by hand',
        tag: 'panels',
        auth: 'public',
        query: claimPageQuery,
        responses: { 200: { description: 'A page for people.', contentType: 'text/html' } },
      },
      async ({ query }) => ({
        status: 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
        body: page(readClaimCode(query.code ?? '')),
      }),
    ),
  ];
}

function page(code: string | null): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Claim this panel · ${brand.name}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<h1>Claim this panel</h1>
<form>
<label>Code on the panel <input name="code" value="${code ?? ''}" required maxlength="10" autocomplete="off"></label>
<label>Your e-mail or user name <input name="identifier" required autocomplete="username"></label>
<label>Your password <input name="password" type="password" required autocomplete="current-password"></label>
<label>A name for the panel <input name="nickname" maxlength="64" placeholder="Kitchen"></label>
<button>Claim it</button>
<output></output>
</form>
<script>${SCRIPT}</script>
</html>
`;
}
