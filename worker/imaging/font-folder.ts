import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fontFiles } from './fonts.ts';
import { unwrapWoff } from './unwrap-woff.ts';

let made: Promise<string> | undefined;

/**
 * The Fontconfig configuration for libraries that draw text themselves: the project's fonts, none of the machine's. They need
 * plain font files, so those of the packages are written to a temporary folder once for each process, some 20 MB. It is
 * readable by all users, because the sandbox runs as another user, and is removed when the process ends.
 */
export function fontConfiguration(): Promise<string> {
  made ??= writeFonts().catch((error) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function writeFonts(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  for (const [index, file] of fontFiles().entries()) {
    // In the order of the list: of two fonts that have a character the first one draws it.
    const name = `${String(index).padStart(3, '0')}.ttf`;
    await writeFile(join(folder, name), await unwrapWoff(await readFile(file)), { mode: 0o644 });
  }
  const configuration = join(folder, 'fonts.conf');
  await writeFile(configuration, xml(folder), { mode: 0o644 });
  return configuration;
}

/** Font families that drawings request, and the project's family of the same style. */
const ALIASES: [string, string[]][] = [
  ['Noto Sans Mono', ['monospace', 'Courier', 'Courier New', 'Consolas', 'Menlo', 'DejaVu Sans Mono']],
  ['Noto Serif', ['serif', 'Times', 'Times New Roman', 'Georgia', 'Garamond', 'DejaVu Serif']],
  ['Noto Sans', ['sans-serif', 'Arial', 'Helvetica', 'Verdana', 'system-ui', 'DejaVu Sans']],
];

function xml(folder: string): string {
  const aliases = ALIASES.flatMap(([own, names]) =>
    names.map(
      (name) =>
        `<alias binding="same"><family>${name}</family><prefer><family>${own}</family></prefer></alias>`,
    ),
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${folder.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</dir>
${aliases.join('\n')}
<match target="pattern"><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match>
</fontconfig>
`;
}
