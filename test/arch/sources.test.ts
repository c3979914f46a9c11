import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { root } from './cruise.ts';

interface SourceRule {
  name: string;
  pattern: RegExp;
  /** Files that may contain it. */
  home: RegExp;
  /** Texts that it must match. */
  plants: string[];
}

const rules: SourceRule[] = [
  {
    name: 'the environment is read in shared/config.ts',
    pattern:
      /\bprocess\s*(\?\.|\.)\s*env\b|process\[['"]env|\{[^}]*\benv\b[^}]*\}\s*(=|from)\s*['"]?(node:)?process/,
    // Only the environment makes the canvas package ignore the fonts of the machine.
    home: /^(shared\/config|worker\/imaging\/own-fonts-only)\.ts$/,
    plants: [
      'const port = process.env.PORT;',
      'process\n  .env',
      "process['env']",
      "import { env } from 'node:process';",
      'const { env } = process;',
    ],
  },
  {
    name: 'time comes from shared/clock.ts',
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bhrtime\b/,
    home: /^shared\/clock\.ts$/,
    plants: [
      'const now = Date.now();',
      'createPanel({ now: Date.now })',
      'const now = new Date();',
      'const start = performance.now();',
      "import { performance } from 'node:perf_hooks';",
      'process.hrtime.bigint()',
    ],
  },
  {
    name: 'ids and randomness come from shared/',
    pattern: /\bMath\.random\b|\brandom(UUID|Bytes|Int|Fill|FillSync)\b|\bgetRandomValues\b/,
    home: /^shared\/ids\.ts$/,
    plants: [
      'Math.random()',
      'crypto.randomUUID()',
      "import { randomBytes } from 'node:crypto';",
      'randomInt(6)',
      'crypto.getRandomValues(bytes)',
    ],
  },
  {
    name: 'nothing is exported wholesale',
    pattern: /^\s*export \*/m,
    home: /^$/,
    plants: ["export * from './x.ts';", "export * as x from './x.ts';"],
  },
];

const MAX_LINES = 300;
const MIN_FILES = 150;

async function sources(
  folders = ['modules', 'gateway', 'worker', 'shared', 'box'],
): Promise<{ path: string; text: string }[]> {
  const found = await Promise.all(
    folders.map((folder) =>
      readdir(join(root, folder), { recursive: true }).then((names) =>
        names.map((name) => join(folder, name)),
      ),
    ),
  );
  const paths = found.flat().filter((path) => path.endsWith('.ts'));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

for (const { name, pattern, home, plants } of rules) {
  test(name, async (t) => {
    const files = await sources();
    t.true(files.length >= MIN_FILES, `only ${files.length} files were looked at`);
    t.deepEqual(
      files.filter(({ path, text }) => pattern.test(text) && !home.test(path)).map(({ path }) => path),
      [],
    );
    for (const planted of plants) t.regex(planted, pattern);
  });
}

test('files stay small, and none is called utils or helpers', async (t) => {
  const files = await sources();
  const long = files.filter(({ text }) => text.split('\n').length > MAX_LINES + 1);
  t.deepEqual(
    long.map(({ path }) => path),
    [],
    'too long',
  );
  for (const { path } of files) t.notRegex(path, /(^|[/-])(utils?|helpers?)[./-]/);
});

test('no test sets its own time limit, with which ava 8 never notices one that hangs', async (t) => {
  const own = /\bt\.timeout\(/;
  t.regex('t.timeout(60_000);', own);
  for (const { path, text } of await sources(['test']))
    if (path !== 'test/arch/sources.test.ts') t.notRegex(text, own, path);
});
