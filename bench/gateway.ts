import { type Figure, table } from './figure.ts';
import { benchAsleep } from './gateway/asleep.ts';
import { benchHostile } from './gateway/hostile.ts';
import { benchIdle } from './gateway/idle.ts';
import { benchLoad } from './gateway/load.ts';
import { benchRestart } from './gateway/restart.ts';

/** The gateway as `make gateway` starts it, beside mosquitto with the same panels from the same load generator. */
const PARTS: Record<string, () => Promise<Figure[]>> = {
  idle: benchIdle,
  load: benchLoad,
  restart: benchRestart,
  hostile: benchHostile,
  asleep: benchAsleep,
};

export async function benchGateway(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of Object.values(PARTS)) figures.push(...(await part()));
  return figures;
}

/** `gateway.ts [part …]`: some parts, or all. */
if (import.meta.main) {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in PARTS));
  if (unknown) throw new Error(`There is no part ${unknown}: ${Object.keys(PARTS).join(', ')}.`);
  for (const [name, part] of Object.entries(PARTS))
    if (asked.length === 0 || asked.includes(name)) console.log(`${table(await part())}\n`);
}
