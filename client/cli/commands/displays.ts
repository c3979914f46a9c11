import type { Wall } from '../../types.ts';
import type { Command } from '../command.ts';
import { LARGEST_PAGE, listDisplays } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import type { Cell } from '../output.ts';
import { ago } from '../times.ts';
import { addTitles, presenceOf, reasonNotShown } from '../wall.ts';

/** Completion of a shell waits for the names. */
const NAMES_TIMEOUT_MS = 2_000;

export const command: Command = {
  usage: '[--names]',
  options: { names: { type: 'boolean', about: 'print the names only, within two seconds or not at all' } },
  async run({ options, env, output, signal }) {
    const placard = await openBox({ env, output });
    const limits = options.names ? { timeoutMs: NAMES_TIMEOUT_MS, maxRetries: 0 } : {};
    const displays = await listDisplays(placard, { signal, ...limits });
    if (options.names && output.isJson) return output.json(displays.map(({ name }) => name));
    if (options.names)
      return output.table(
        ['NAME'],
        displays.map(({ name }) => [name]),
      );
    if (output.isJson) return output.json(displays);
    if (displays.length === 0) return output.note('You have no display yet: `placard claim CODE` pairs one.');
    const walls: Wall[] = [];
    for await (const wall of placard.walls.list({ limit: LARGEST_PAGE }, { signal }))
      walls.push(await addTitles(placard, wall, { signal }));
    output.table(['NAME', 'STATE', 'BATTERY', 'SEEN', 'SHOWS', 'WHY NOT THE NEXT', 'ID'], walls.map(row));
  },
};

function batteryCell({ battery }: Wall['display']): Cell {
  if (!battery) return null;
  const { percent, low, daysLeft } = battery;
  const left = daysLeft === null ? '' : daysLeft === 0 ? ', less than a day' : `, ${daysLeft} d`;
  return { text: `${percent}%${left}`, plain: String(percent), style: low ? 'red' : undefined };
}

function row(wall: Wall): Cell[] {
  const { id, name, lastSeenAt } = wall.display;
  const presence = presenceOf(wall);
  return [
    { text: name, style: 'bold' },
    { text: presence, style: presence === 'online' ? 'green' : undefined },
    batteryCell(wall.display),
    { text: ago(lastSeenAt), plain: lastSeenAt },
    wall.current?.title ?? null,
    { text: reasonNotShown(wall) ?? '', style: 'yellow' },
    { text: id, style: 'dim' },
  ];
}
