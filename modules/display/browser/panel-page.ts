import { createHash } from 'node:crypto';
import { brand } from '#shared/brand.ts';
import { PANEL_SCRIPT } from './panel-script.ts';

const STYLE = `
html, body { margin: 0; padding: 0; height: 100%; background: #fff; color: #000; overflow: hidden; }
#picture { position: absolute; top: 0; right: 0; bottom: 0; left: 0; margin: auto; max-width: 100%; max-height: 100%; }
@supports (object-fit: contain) { #picture { width: 100%; height: 100%; object-fit: contain; } }
#words { position: absolute; left: -9999px; }
.bare #words { position: static; font: 24px/1.4 sans-serif; padding: 2em; }
.bare #picture { display: none; }`;

/**
 * Allows only this text inline. Browsers with Content Security Policy 1, such as Safari up to 9, do not support hashes and
 * use 'unsafe-inline', which all others ignore beside a hash.
 */
const only = (text: string) =>
  `'unsafe-inline' 'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const PANEL_POLICY = [
  "default-src 'none'",
  `style-src ${only(STYLE)}`,
  `script-src ${only(PANEL_SCRIPT)}`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface PanelPage {
  /** Null while there is no picture: then the words are visible. */
  picture: { url: string; name: string; command: string } | null;
  /** The content of the panel as text for screen readers. */
  words: string;
  /** Seconds until the script polls again, and until the page is loaded again without scripts. */
  seconds: number;
  reloadSeconds: number;
}

/** The page of a browser that is a panel. Browsers since 2012 support it, with and without scripts. */
export function panelPage({ picture, words, seconds, reloadSeconds }: PanelPage): string {
  const image = picture
    ? ` src="${escapeHtml(picture.url)}" data-name="${escapeHtml(picture.name)}" data-command="${escapeHtml(picture.command)}"`
    : '';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Panel - ${brand.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="apple-mobile-web-app-capable" content="yes">
<link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>
<style>${STYLE}</style>
</head>
<body${picture ? '' : ' class="bare"'}>
<img id="picture" alt="${escapeHtml(words)}" data-seconds="${seconds}"${image}>
<p id="words">${escapeHtml(words)}</p>
<script>${PANEL_SCRIPT}</script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
