import { createCanvas, PDFDocument } from '#worker/imaging/canvas.ts';
import { familiesFor } from '#worker/imaging/fonts.ts';

/** Documents and pages made by the tests. */

/** A PDF in A4 with the given pages, each of a heading and lines of text. */
export function drawPdf(title: string, pages: { heading: string; lines: string[] }[]): Buffer {
  const document = new PDFDocument({ title });
  for (const { heading, lines } of pages) {
    const context = document.beginPage(595, 842);
    context.font = `28px ${familiesFor(heading, 'serif', 700)}`;
    context.fillText(heading, 60, 90);
    context.font = `12px ${familiesFor(lines.join(''), 'serif', 400)}`;
    for (const [index, line] of lines.entries()) context.fillText(line, 60, 130 + 16 * index);
    document.endPage();
  }
  return document.close();
}

/** Black text on white, as in a screenshot. */
export function drawTextPng(lines: string[], width = 900, size = 26): Buffer {
  const canvas = createCanvas(width, 60 + lines.length * size * 1.6);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000000';
  context.font = `${size}px ${familiesFor(lines.join(''), 'sans', 400)}`;
  for (const [index, line] of lines.entries()) context.fillText(line, 40, 60 + index * size * 1.6);
  return canvas.toBuffer('image/png');
}

const PARAGRAPHS = [
  'The harbour of the old town has been closed to cars since Monday, and the first week has surprised even those who had asked for it.',
  'Shopkeepers along the harbour count more customers than in any November before, although nobody can park in front of their doors any more.',
  'The council had planned the trial for half a year; after the first figures, several members want to end the parking for good.',
  'Not everybody is content: the fishmonger complains that his ice arrives late, and residents wait for a place to unload their shopping.',
  'A report is expected in spring, when the council will decide whether the harbour stays free of cars.',
];

/** A typical news page: menus, scripts, an article, more menus. */
export function newsPage({ head = '', lang = 'en' } = {}): string {
  return `<!doctype html><html lang="${lang}"><head><title>Harbour without cars | The Gazette</title>
<meta property="og:title" content="Harbour without cars"><meta property="og:site_name" content="The Gazette">
<meta property="og:image" content="/pictures/harbour.jpg?w=1200&amp;h=630"><meta name="author" content="Anna Berg">
<meta property="article:published_time" content="2026-11-19T08:30:00+01:00">${head}<script>document.write('x')</script></head>
<body><nav><a href="/">Home</a><a href="/sport">Sport</a></nav><article><h1>Harbour without cars</h1>
${PARAGRAPHS.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
<h2>What comes next</h2><ul><li>A report in spring</li><li>A vote in May</li><li>New trees</li></ul></article>
<aside>Subscribe to our newsletter!</aside><footer>© The Gazette</footer></body></html>`;
}
