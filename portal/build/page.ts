import { en } from '../strings/en.ts';
import type { Bundle } from './bundle.ts';
import type { Icons } from './icons.ts';

/** The HTML page. The api replaces `%PREFIX%` with the relative path from the page's address to the front page. */
export function pageOf({
  script,
  style,
  worker,
  preloads,
  icon,
  touchIcon,
  manifest,
}: Bundle & Icons & { worker: string }): string {
  const file = (name: string) => `%PREFIX%portal/${name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f4ef" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#161513" media="(prefers-color-scheme: dark)">
<title>${en.app.name}</title>
<link rel="icon" href="${file(icon)}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${file(touchIcon)}">
<link rel="service-worker" href="${file(worker)}">
<link rel="manifest" href="${file(manifest)}">
<link rel="stylesheet" href="${file(style)}">
<script type="module" src="${file(script)}"></script>
${preloads.map((name) => `<link rel="modulepreload" href="${file(name)}">`).join('\n')}
</head>
<body>
<div id="app"></div>
<noscript><p class="no-script">${en.app.noScript}</p></noscript>
</body>
</html>
`;
}
