import { DAY_SECONDS } from '#shared/clock.ts';
import type { Cost, Units } from '../units/cost.ts';

/** What is assumed of panels. */
export interface Fleet {
  /** They stay connected; otherwise they wake for each report. */
  connected: boolean;
  /** Reports of a panel per day about the picture it shows. */
  reportsADay: number;
  /** Of one page each. */
  pushesADay: number;
  /** The share of pushes that are photographs; the others are texts. */
  photographs: number;
  /** The busiest seconds of a day, in multiples of its mean. */
  peak: number;
}

/** What one installation with one Postgres is given. Its processes are not limited: any number may run. */
export interface Budget {
  postgresCores: number;
  walMegabytesASecond: number;
  notificationsASecond: number;
  /** After a year. */
  rowTerabytes: number;
}

/** What panels take: a second at the busiest time of the day where nothing else is said. */
export interface Load {
  reports: number;
  pushes: number;
  connections: number;
  connectionGigabytes: number;
  gatewayCores: number;
  apiCores: number;
  workerCores: number;
  postgresCores: number;
  statements: number;
  notifications: number;
  walMegabytes: number;
  walGigabytesADay: number;
  rowGigabytesAYear: number;
  objectGigabytesAYear: number;
}

const DAY_MINUTES = 1_440;
const YEAR_DAYS = 365;
/** A panel that wakes to find nothing waits for 3 s: docs/panel-protocol.md. One more to connect and to leave. */
const WAKE_SECONDS = 4;
/** Of a Postgres with its own settings: every five minutes. */
const CHECKPOINTS_A_DAY = 288;
/** FRAME_RETENTION_DAYS. */
const RAW_FRAME_DAYS = 90;
/** The entries that are kept in the history of a panel at most. */
const LOG_ENTRIES = 500;

/** Computed from the units alone: proportional to the number of panels. */
export function loadOf(panels: number, units: Units, fleet: Fleet): Load {
  const { connected, reportsADay, pushesADay, photographs } = fleet;
  const ofPush = (part: keyof Cost) =>
    photographs * units.photograph[part] + (1 - photographs) * units.text[part];
  const aDay = (part: keyof Cost) =>
    panels *
    (reportsADay * (connected ? units.heartbeat : units.wake)[part] +
      (connected ? DAY_MINUTES * units.minute[part] : 0) +
      pushesADay * (ofPush(part) + units.delivery[part]));
  const atPeak = (perDay: number) => (perDay * fleet.peak) / DAY_SECONDS;
  const cores = (part: keyof Cost) => atPeak(aDay(part)) / 1000;
  const reports = atPeak(panels * reportsADay);
  const connections = connected ? panels : reports * WAKE_SECONDS;
  // A page is written whole once after each checkpoint, if one of its panels reports meanwhile.
  const wal = aDay('walBytes') + panels * Math.min(CHECKPOINTS_A_DAY, reportsADay) * units.fullPageBytes;
  const pushesAYear = panels * pushesADay * YEAR_DAYS;
  const rawFrames = panels * pushesADay * RAW_FRAME_DAYS * units.rawFrameBytes;
  return {
    reports,
    pushes: atPeak(panels * pushesADay),
    connections,
    connectionGigabytes: (connections * units.connectionBytes) / 1e9,
    gatewayCores: cores('gatewayMs'),
    apiCores: cores('apiMs'),
    workerCores: cores('workerMs'),
    postgresCores: cores('postgresMs'),
    statements: atPeak(aDay('statements')),
    notifications: atPeak(aDay('notifications')),
    walMegabytes: atPeak(wal) / 1e6,
    walGigabytesADay: wal / 1e9,
    rowGigabytesAYear:
      (panels * (units.panelRowBytes + LOG_ENTRIES * units.logEntryBytes) +
        pushesAYear * units.pushRowBytes) /
      1e9,
    objectGigabytesAYear: (pushesAYear * (ofPush('objectBytes') - units.rawFrameBytes) + rawFrames) / 1e9,
  };
}

/** How many panels each part of the budget allows. The fewest of these are a cell. */
export function panelsWithin(budget: Budget, units: Units, fleet: Fleet): Record<keyof Budget, number> {
  const one = loadOf(1, units, fleet);
  return {
    postgresCores: budget.postgresCores / one.postgresCores,
    walMegabytesASecond: budget.walMegabytesASecond / one.walMegabytes,
    notificationsASecond: budget.notificationsASecond / one.notifications,
    rowTerabytes: (budget.rowTerabytes * 1000) / one.rowGigabytesAYear,
  };
}
