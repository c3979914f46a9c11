import { readFile } from 'node:fs/promises';
import { findUser } from '#modules/identity';
import type { Db } from '#shared/db/open.ts';
import { StartError } from '#shared/process.ts';
import { runOperatorCommand } from '../../../box/operator-command.ts';
import { type Imported, importPanel } from '../trmnl/import-panel.ts';
import { readExport } from '../trmnl/read-export.ts';

const EXAMPLE = 'make import-panels FILE=devices.json [EMAIL=you@example.com]';

await runOperatorCommand(async ({ argument, optional, clock, db }) => {
  const path = argument('FILE', EXAMPLE);
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new StartError(`${path} cannot be read: ${error.message}`);
  });
  const { panels, skipped } = readPanels(path, text);
  const email = optional('EMAIL');
  const ownerId = email && (await ownerOf(db, email));
  const lines: string[] = [];
  for (const panel of panels) {
    const outcome: Imported = await db.transaction((trx) => importPanel({ clock }, trx, panel, ownerId));
    lines.push(`${panel.hardwareId}  ${outcome}`);
  }
  if (skipped > 0) lines.push(`${skipped} entries without a MAC address or a key were left out.`);
  lines.push(ownerId ? 'They show what you push to them.' : 'Each shows its claim code when it polls next.');
  return lines;
});

async function ownerOf(db: Db, email: string): Promise<string> {
  const user = await findUser(db, email);
  if (!user) throw new StartError(`There is no account ${email}. \`make user-list\` shows them.`);
  return user.id;
}

function readPanels(path: string, text: string): ReturnType<typeof readExport> {
  let read: ReturnType<typeof readExport>;
  try {
    read = readExport(text);
  } catch (error) {
    throw new StartError(`${path} is not a readable export: ${(error as Error).message}`);
  }
  if (read.panels.length === 0)
    throw new StartError(`${path} contains no panel with a MAC address and a key.`);
  return read;
}
