import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';

const OPERATIONS = 'docs/operations';
const pages = [
  ...['CHANGELOG.md', 'SECURITY.md', 'README.md', 'docs/production.md'],
  ...readdirSync(OPERATIONS)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(OPERATIONS, name)),
];

for (const page of pages)
  test(`${page}: every link within the project leads to a file and, where it names one, a heading`, (t) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    t.deepEqual(
      links.filter((link) => !leadsSomewhere(page, link)),
      [],
    );
  });

function leadsSomewhere(page: string, link: string): boolean {
  if (/^\w+:/.test(link)) return true; // another site
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  return existsSync(target) && (heading === undefined || headingsOf(target).includes(heading));
}

/** As GitHub makes anchors of headings. */
function headingsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
