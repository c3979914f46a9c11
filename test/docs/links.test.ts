import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
/** A file or folder of the project, named from its top. */
const PROJECT_PATH = /`((?:modules|shared|worker|gateway|box|portal|client|test|bench|docs)\/[\w./-]+)`/g;

for (const page of pages) {
  const text = readFileSync(page, 'utf8');

  test(`${page}: every link within the project leads to a file and, where it names one, a heading`, (t) => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    t.deepEqual(
      links.filter((link) => !leadsSomewhere(page, link)),
      [],
    );
  });

  // The change log names files as they were.
  if (page !== 'CHANGELOG.md')
    test(`${page}: every path of the project that it names exists`, (t) => {
      const paths = [...text.matchAll(PROJECT_PATH)].map(([, path = '']) => path);
      t.deepEqual(
        paths.filter((path) => !existsSync(path)),
        [],
      );
    });
}

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
