import type { CallOptions } from '../../connection.ts';
import type { Placard } from '../../placard.ts';
import type { Wall as OwnWall } from '../../types.ts';
import type { Command } from '../command.ts';
import { LARGEST_PAGE, listDisplays } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import type { Cell } from '../output.ts';
import { ago } from '../times.ts';
import { presentationTitle } from '../titles.ts';
import { readWall, type Wall, whyNot } from '../wall.ts';

/** Displays that are read at the same time. */
const PARALLEL = 8;
/** A shell waits for them while a person types. */
const NAMES_TIMEOUT_MS = 2_000;

export const command: Command = {
  usage: '[--names]',
  options: { names: { type: 'boolean', about: 'print the names alone, at once or not at all' } },
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
    for (let at = 0; at < displays.length; at += PARALLEL) {
      const some = displays.slice(at, at + PARALLEL);
      walls.push(...(await Promise.all(some.map((display) => readWall(placard, display, signal)))));
    }
    const batteries = await readBatteries(placard, { signal });
    output.table(
      ['NAME', 'STATE', 'BATTERY', 'SEEN', 'SHOWS', 'WHY NOT THE NEXT', 'ID'],
      walls.map((wall) => row(wall, batteries.get(wall.display.id) ?? null)),
    );
  },
};

type Battery = OwnWall['display']['battery'];

/** The batteries of all displays by their ids, with how long they will last. */
async function readBatteries(placard: Placard, options: CallOptions): Promise<Map<string, Battery>> {
  const batteries = new Map<string, Battery>();
  for await (const { display } of placard.walls.list({ limit: LARGEST_PAGE }, options))
    batteries.set(display.id, display.battery);
  return batteries;
}

function batteryCell(battery: Battery): Cell {
  if (!battery) return null;
  const { percent, low, daysLeft } = battery;
  const left = daysLeft === null ? '' : daysLeft === 0 ? ', less than a day' : `, ${daysLeft} d`;
  return { text: `${percent}%${left}`, plain: String(percent), style: low ? 'red' : undefined };
}

function row(wall: Wall, battery: Battery): Cell[] {
  const { id, name, online, lastSeenAt } = wall.display;
  return [
    { text: name, style: 'bold' },
    { text: online ? 'online' : 'asleep', style: online ? 'green' : undefined },
    batteryCell(battery),
    { text: ago(lastSeenAt), plain: lastSeenAt },
    wall.current && presentationTitle(wall.current),
    { text: whyNot(wall) ?? '', style: 'yellow' },
    { text: id, style: 'dim' },
  ];
}
