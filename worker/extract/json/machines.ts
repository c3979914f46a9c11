import { isObject, type Json } from './fields.ts';
import { plainName } from './names.ts';
import { bytesOf, roundedNumber } from './values.ts';

/** Short names of a firmware's fields, with a member by which an object of that firmware is recognized. */
const SHORT_NAMES: { of: string[]; isOf?: (object: Json) => boolean; names: Record<string, string> }[] = [
  {
    // WLED
    of: ['bri', 'on'],
    names: { n: 'name', bri: 'brightness', mainseg: 'main segment', seg: 'segment', tt: 'transition' },
  },
  {
    of: ['n', 'playlist'],
    names: { n: 'name' },
  },
  {
    of: ['ps', 'dur'],
    names: { ps: 'presets', dur: 'duration' },
  },
  {
    // Shelly
    of: ['apower', 'aenergy'],
    names: { apower: 'power', freq: 'frequency' },
  },
  {
    // Shelly
    of: ['id', 'rh'],
    names: { rh: 'humidity' },
  },
  {
    // World Air Quality Index
    of: ['pm25', 'h', 't'],
    names: { t: 'temperature', h: 'humidity', p: 'pressure', w: 'wind speed', dew: 'dew point' },
  },
  {
    // Enphase
    of: ['wNow', 'whLifetime'],
    names: {
      wNow: 'power_w',
      whToday: 'energy_today_wh',
      whLastSevenDays: 'energy_in_seven_days_wh',
      whLifetime: 'energy_total_wh',
      rmsVoltage: 'voltage',
      rmsCurrent: 'current',
    },
  },
  {
    // Plex
    of: ['viewOffset', 'duration'],
    names: {
      viewOffset: 'progress_ms',
      duration: 'duration_ms',
      grandparentTitle: 'series',
      parentTitle: 'season',
    },
  },
  {
    // Tides of NOAA, readings of many loggers
    of: ['t', 'v'],
    isOf: ({ t }) => typeof t === 'string' && /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d)/.test(t),
    names: { t: 'time', v: 'value' },
  },
  {
    // AirVisual
    of: ['tp', 'pr'],
    isOf: ({ tp, pr, hu, hm }) => [tp, pr, hu ?? hm].every((one) => typeof one === 'number'),
    names: {
      tp: 'temperature',
      pr: 'pressure',
      hu: 'humidity',
      hm: 'humidity',
      ws: 'wind speed',
      wd: 'wind_direction',
      ic: 'icon',
    },
  },
  {
    of: ['aqius'],
    names: {
      aqius: 'AQI (US)',
      aqicn: 'AQI (China)',
      mainus: 'main pollutant (US)',
      maincn: 'main pollutant (China)',
    },
  },
];
/** Readings of meters by their OBIS codes (IEC 62056-61): energy counted, and current power. */
const OBIS = /^(\d-\d:)?(\d{1,2}\.\d\.\d)(?:[*.]255)?$/;
/** A number, which some senders give with its unit. */
const READING = /^-?\d{1,12}(?:\.\d{1,6})?(?:[ *]?[A-Za-z]{1,4})?$/;
const OBIS_NAMES = new Map([
  ['1.8.0', 'energy import'],
  ['1.8.1', 'energy import tariff 1'],
  ['1.8.2', 'energy import tariff 2'],
  ['2.8.0', 'energy export'],
  ['2.8.1', 'energy export tariff 1'],
  ['2.8.2', 'energy export tariff 2'],
  ['16.7.0', 'power'],
  ['1.7.0', 'power import'],
  ['2.7.0', 'power export'],
  ['32.7.0', 'voltage L1'],
  ['52.7.0', 'voltage L2'],
  ['72.7.0', 'voltage L3'],
  ['36.7.0', 'power L1'],
  ['56.7.0', 'power L2'],
  ['76.7.0', 'power L3'],
  ['14.7.0', 'frequency'],
]);
const STORES = /^(?:size|memory|mem|ram|swap|disk|storage|space|filesystem)$/;
const PARTS = /^(?:total|used|free|available|cached|buffers)$/;
const WHOLE = /^\d{1,16}$/;
/** A larger size can only be in bytes. */
const MIN_BYTES = 1e8;
/** The name of an inner member that is the value of the outer one. */
const WRAPPED_NAMES = /^value$/;

/** Replaces a firmware's own names by common ones, and adds the unit to large sizes. */
export function normaliseMachine(object: Json): Json {
  const whole = readSpeedTest(object) ?? readContainer(object);
  if (whole) return whole;
  const known = SHORT_NAMES.find(
    ({ of, isOf }) => of.every((name) => name in object) && isOf?.(object) !== false,
  );
  const meterNames = namesOfMeter(object);
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const short = known && Object.hasOwn(known.names, name) ? known.names[name] : undefined;
      const called = short ?? meterNames.get(name) ?? name;
      return [called in object ? name : called, sizeBeside(name, value, object) ?? inner(name, value)];
    }),
  );
}

/** The used part beside a size: `mem` of `maxmem` (Proxmox), `used` of `size` (Glances). */
function sizeBeside(name: string, value: unknown, object: Json): string | null {
  if (typeof value !== 'number' || value <= 0) return null;
  const isOfMost = /^(?:mem|disk)$/.test(name) && typeof object[`max${name}`] === 'number';
  const isOfSize = PARTS.test(name) && typeof object.size === 'number' && object.size >= MIN_BYTES;
  return isOfMost || isOfSize ? bytesOf(value) : null;
}

/** Names for the codes of a meter; empty for other objects, such as releases by version. */
function namesOfMeter(object: Json): Map<string, string> {
  const readings = Object.entries(object).flatMap(([name, value]) => {
    const [, medium, number = ''] = OBIS.exec(name.slice(0, 24)) ?? [];
    return number === '' ? [] : [{ name, medium, known: OBIS_NAMES.get(number), isRead: isReading(value) }];
  });
  // Downloads by version have similar names, so one member must have a unit or a known OBIS code.
  const isSaid = readings.some(({ name, medium }) => medium || name.endsWith('255') || hasUnit(object[name]));
  const isMeter = readings.length >= 2 && isSaid && readings.every(({ known, isRead }) => known && isRead);
  return new Map(
    readings.flatMap(({ name, medium, known, isRead }) =>
      known && isRead && (isMeter || medium) ? [[name, known] as const] : [],
    ),
  );
}

const hasUnit = (value: unknown) =>
  isObject(value) ? typeof value.unit === 'string' : typeof value === 'string' && /[A-Za-z]$/.test(value);

/** A value, or an object with one. Deeper objects are not readings. */
function isReading(value: unknown): boolean {
  const said = isObject(value) ? value.value : value;
  return typeof said !== 'object' && READING.test(String(said));
}

function inner(name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value);
  const [only] = members;
  if (members.length === 1 && only && WRAPPED_NAMES.test(only[0]) && typeof only[1] !== 'object')
    return only[1];
  if (!STORES.test(plainName(name))) return value;
  const isSize = ([part, one]: [string, unknown]) =>
    PARTS.test(plainName(part)) && typeof one !== 'object' && WHOLE.test(String(one));
  const sizes = members.filter(isSize).map(([, one]) => Number(one));
  if (Math.max(0, ...sizes) < MIN_BYTES) return value;
  return Object.fromEntries(members.map((one) => [one[0], isSize(one) ? bytesOf(Number(one[1])) : one[1]]));
}

/** A container in Docker's full description: its state and image come before its configuration. */
function readContainer(object: Json): Json | null {
  const { Name, State, Config, RestartCount, NetworkSettings: network, ...rest } = object;
  if (typeof Name !== 'string' || !isObject(State) || !isObject(Config)) return null;
  if (typeof Config.Image !== 'string' || typeof State.StartedAt !== 'string') return null;
  const { Status, StartedAt, Health, ExitCode, ...state } = State;
  const { Image, ...config } = Config;
  const ports = isObject(network) && isObject(network.Ports) ? network.Ports : {};
  const open = Object.entries(ports).map(([port, hosts]) => {
    const [host] = Array.isArray(hosts) ? hosts : [];
    return isObject(host) ? `${host.HostPort} → ${port}` : port;
  });
  return {
    name: Name.replace(/^\//, ''),
    Status,
    ...(isObject(Health) && { Health: Health.Status }),
    Image,
    StartedAt,
    RestartCount,
    ExitCode,
    Ports: open.join(', '),
    hostConfig: { ...state, ...config, network, ...rest },
  };
}

/** A speed test of Ookla's command line: bytes per second become megabits, the usual unit. */
function readSpeedTest(object: Json): Json | null {
  const { ping, download, upload, isp, server, packetLoss, timestamp, ...others } = object;
  if (!isObject(ping) || !isObject(download) || !isObject(upload)) return null;
  // The host's own network and the address of the result are left out.
  const { type: _, interface: __, result: ___, ...rest } = others;
  const rate = (of: Json) =>
    typeof of.bandwidth === 'number'
      ? `${roundedNumber(Math.round(of.bandwidth / 12_500) / 10)} Mbit/s`
      : null;
  const milliseconds = (value: unknown) => (typeof value === 'number' ? `${roundedNumber(value)} ms` : null);
  if (rate(download) === null || rate(upload) === null) return null;
  const place = isObject(server)
    ? [server.name, server.location].filter((one) => typeof one === 'string')
    : [];
  return {
    name: isp,
    download: rate(download),
    upload: rate(upload),
    ping: milliseconds(ping.latency),
    jitter: milliseconds(ping.jitter),
    packetLoss: typeof packetLoss === 'number' ? `${roundedNumber(packetLoss)} %` : null,
    server: place.join(', '),
    measuredAt: timestamp,
    ...rest,
  };
}
