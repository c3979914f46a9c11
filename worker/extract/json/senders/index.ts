import { GITHUB } from './github.ts';
import { GITLAB } from './gitlab.ts';
import { HEALTH } from './health.ts';
import { HOME } from './home.ts';
import { LAMPS } from './lamps.ts';
import { LINUX_TOOLS } from './linux-tools.ts';
import { METERS } from './meters.ts';
import { NAME_SERVERS } from './name-servers.ts';
import { NOTICES } from './notices.ts';
import { PARCELS } from './parcels.ts';
import { PLAYERS } from './players.ts';
import { POWER } from './power.ts';
import { PRINTERS } from './printers.ts';
import type { Sender } from './sender.ts';
import { SERVERS } from './servers.ts';
import { SHOPS } from './shops.ts';
import { WEATHER } from './weather.ts';

/** Senders whose documents are known; of several that fit one, the first. */
export const SENDERS: readonly Sender[] = [
  ...GITHUB,
  ...GITLAB,
  ...NOTICES,
  ...WEATHER,
  ...SHOPS,
  ...PARCELS,
  ...METERS,
  ...POWER,
  ...LINUX_TOOLS,
  ...SERVERS,
  ...NAME_SERVERS,
  ...LAMPS,
  ...PRINTERS,
  ...PLAYERS,
  ...HEALTH,
  ...HOME,
];
