import { nameKey } from '#client/name-key.ts';
import { displayList, displays } from './displays.ts';
import { loadWalls } from './walls.ts';

/** The name for a panel that gets none from its owner: `name`, or with a number where the user has one of that name. */
export async function freeName(name: string): Promise<string> {
  if (!displays.peek()) await loadWalls();
  const taken = new Set(displayList.peek().map((display) => nameKey(display.name)));
  let free = name;
  for (let number = 2; taken.has(nameKey(free)); number++) free = `${name} ${number}`;
  return free;
}
