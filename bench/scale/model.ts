import { DAY_SECONDS } from '#shared/clock.ts';
import type { Cost, Units } from '../units/cost.ts';

/** The assumptions about panels. */
export interface Fleet {
  /** The panels stay connected; otherwise they wake for each report. */
  connected: boolean;
  /** Reports of a panel per day about the picture it shows. */
  reportsADay: number;
  /** Pushes of one page each. */
  pushesADay: number;
  /** The share of pushes that are photographs; the others are texts. */
  photographs: number;
  /** The busiest seconds of a day, as a multiple of the mean. */
  peak: number;
}

/** The capacity of one installation with one Postgres. The number of its processes is not limited. */
export interface Budget {
  postgresCores: number;
  walMegabytesASecond: number;
  notificationsASecond: number;
  /** Rows after a year. */
  rowTerabytes: number;
}

/** The load of panels, per second at the busiest time of the day unless the name has another unit. */
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
/**
 * A panel that finds nothing waits for 3 s (docs/panel-protocol.md), and takes one more to connect and disconnect.
 */
const WAKE_SECONDS = 4;
/** Postgres' default: every five minutes. */
const CHECKPOINTS_A_DAY = 288;
/** The default of FRAME_RETENTION_DAYS. */
const RAW_FRAME_DAYS = 90;
/** The maximum of entries in the history of a panel. */
const LOG_ENTRIES = 500;

/** Computed from the units alone, so proportional to the number of panels. */
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
  // The first change of a page after a checkpoint writes it completely.
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

/** The number of panels that each part of the budget allows. The smallest is the size of a cell. */
export function panelsWithin(budget: Budget, units: Units, fleet: Fleet): Record<keyof Budget, number> {
  const one = loadOf(1, units, fleet);
  return {
    postgresCores: budget.postgresCores / one.postgresCores,
    walMegabytesASecond: budget.walMegabytesASecond / one.walMegabytes,
    notificationsASecond: budget.notificationsASecond / one.notifications,
    rowTerabytes: (budget.rowTerabytes * 1000) / one.rowGigabytesAYear,
  };
}
