import { APPLIANCES } from './appliances.ts';
import { BOOKINGS } from './bookings.ts';
import { DELIVERIES } from './deliveries.ts';
import { FIXTURES } from './fixtures.ts';
import { GARDENS } from './gardens.ts';
import { GITHUB } from './github.ts';
import { GITLAB } from './gitlab.ts';
import { HABITS } from './habits.ts';
import { HEALTH } from './health.ts';
import { HOME } from './home.ts';
import { INCIDENTS } from './incidents.ts';
import { JOURNEYS } from './journeys.ts';
import { LAMPS } from './lamps.ts';
import { LIBRARIES } from './libraries.ts';
import { LINUX_TOOLS } from './linux-tools.ts';
import { MARKETS } from './markets.ts';
import { MESSAGES } from './messages.ts';
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
import { STATIONS } from './stations.ts';
import { TARIFFS } from './tariffs.ts';
import { TASKS } from './tasks.ts';
import { WARNINGS } from './warnings.ts';
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
  ...INCIDENTS,
  ...DELIVERIES,
  ...BOOKINGS,
  ...TASKS,
  ...MESSAGES,
  ...LIBRARIES,
  ...TARIFFS,
  ...STATIONS,
  ...WARNINGS,
  ...JOURNEYS,
  ...FIXTURES,
  ...HABITS,
  ...MARKETS,
  ...APPLIANCES,
  ...GARDENS,
];
