/** Units of numbers: by the end of their name, else by a unit in which the value is plausible. */

/** Units at the end of a name. */
const ENDINGS: [RegExp, string][] = [
  [/(?:_in)?_(?:c|celsius|degc)$/, '°C'],
  [/_(?:f|fahrenheit|degf)$/, '°F'],
  [/(?:_in)?_(?:kph|kmh|km_h|kmph)$/, 'km/h'],
  [/_mph$/, 'mph'],
  [/(?:_in)?_(?:percent|pct|percentage)$/, '%'],
  [/(?<=pressure)_mb$|_mbar$/, 'mbar'],
  [/_hpa$/, 'hPa'],
  [/_mm$/, 'mm'],
  [/_cm$/, 'cm'],
  [/_in_met(?:er|re)s?$/, 'm'],
  [/(?:_in)?_km$/, 'km'],
  [/_miles$/, 'mi'],
  [/_kg$/, 'kg'],
  [/_kwh(?=_|$)/, 'kWh'],
  [/_wh$/, 'Wh'],
  [/(?:_in)?_kw$/, 'kW'],
  [/_(?:w|watts?)$/, 'W'],
  [/(?<=(?:_|^)power)_mw$/, 'mW'],
  [/(?<=(?:_|^)voltage)_mv$/, 'mV'],
  [/(?<=(?:_|^)current)_ma$/, 'mA'],
  [/(?<=power(?:_l\d)?)_va$/, 'VA'],
  [/(?<=power(?:_l\d)?)_var$/, 'var'],
  [/(?:_in)?_(?:minutes|mins)$|(?<=(?:^|_)(?:time|duration|remaining|left))_min$/, 'min'],
  [/(?:_in)?_(?:sec|seconds)$/, 's'],
  [/_in_hours$|(?<=_(?:time|on))_hours$/, 'h'],
  [/_in_min$/, 'min'],
  [/_m3$/, 'm³'],
  [/_hz$/, 'Hz'],
  [/_lpm$/, 'l/min'],
  [/_(?:l|lit(?:er|re)s?)$/, 'l'],
  [/_bar$/, 'bar'],
  [/_rpm$/, 'rpm'],
  [/_bpm$/, 'bpm'],
  [/_ms$/, 'ms'],
  [/_dbm$/, 'dBm'],
  [/_eur(?:os?)?$/, '€'],
  [/_usd$/, 'USD'],
  [/(?<=(?:_|^)(?:voltage|battery)(?:_l\d)?)_v$/, 'V'],
  [/(?<=(?:_|^)current(?:_l\d)?)_a$/, 'A'],
  [/(?<=(?:_|^)(?:elevation(?:_gain)?|distance|height|altitude|depth|length|snow|level|visibility))_m$/, 'm'],
  [/(?<=(?:_|^)(?:weight|mass|remaining|dose))_g$/, 'g'],
  [/_ppm$/, 'ppm'],
  [/_(?:lux|lx)$/, 'lx'],
  [/_db$/, 'dB'],
];

/** Names of prices and shares per unit: `price_per_kwh` is not an amount of energy. */
const FOR_EACH = /(?:^|_)(?:prices?|costs?|cents?|ct|per)(?:_|$)/;
const PRICE_UNITS = ['€', 'USD', '%'];

const TEMPERATURE =
  /(?:^|_)(?:temp(?:eratur[ae]?)?|temp_(?:min|max)|feels_like|apparent_temperature|dew_?point)(?:_(?:min|max|mean|avg|low|high|now|inside|outside|indoor|outdoor))?$|(?:^|_)temp(?:erature)?_apparent(?:_\w{3})?$|^templow$/;
const PROBABILITY_NAMES = /(?:^|_)(?:probability|chance_of_\w{3,12}|chance_rain)(?:_(?:avg|max|min))?$|^pop$/;
const SHARE =
  /(?:^|_)(?:completion|percentage|percent|humidity|luftfeuchte|humedad|humidite|moisture|battery_level|soc|state_of_charge|cloud_?cover(?:age)?|clouds_all|percent_complete|program_progress|battery_percent)(?:_|$)/;

/** Names, the values that make the unit certain, and the unit. */
const PLAUSIBLE: [RegExp, (value: number) => boolean, string][] = [
  // Exchanges of coins.
  [/change_percentage(?:_\d{1,3}[hd])?$|(?:_|^)[a-z]{3}_24h_change$/, () => true, '%'],
  // The reader knows the scale. Only kelvins are above 200.
  [TEMPERATURE, (value) => value > 220 && value < 330, 'K'],
  [TEMPERATURE, (value) => value >= -60 && value <= 130, '°'],
  [PROBABILITY_NAMES, (value) => value === 0 || (value > 1 && value <= 100), '%'],
  [SHARE, (value) => value >= 0 && value <= 100, '%'],
  [
    /^(?:battery|batterie|akku|progress)$/,
    (value) => Number.isInteger(value) && value > 1 && value <= 100,
    '%',
  ],
  [
    /(?:^|_)(?:air_)?pressure$|^luftdruck$|^(?:sea|grnd)_level$/,
    (value) => value > 850 && value < 1100,
    'hPa',
  ],
  [/(?:^|_)(?:air_)?pressure$/, (value) => value > 85_000 && value < 110_000, 'Pa'],
  [/^(?:e?co2|carbon_dioxide)$/, (value) => value >= 300 && value <= 10_000, 'ppm'],
  [/^pm_?(?:1|10|2_?5|25|2p5)$/, (value) => value >= 0 && value < 2000, 'µg/m³'],
  [/(?:^|_)illuminance$/, () => true, 'lx'],
  [/^clouds?$/, (value) => value >= 0 && value <= 100, '%'],
  // Fronius' names.
  [/^p(?:_(?:pv|grid|load|akku))?$/, (value) => Math.abs(value) >= 5, 'W'],
  [/^e_(?:day|year|total)$/, () => true, 'Wh'],
  [/^rel_(?:autonomy|self_consumption)$/, () => true, '%'],
  // Uninterruptible supplies (NUT).
  [/^(?:battery_charge|ups_load)$/, (value) => value >= 0 && value <= 100, '%'],
  [/^visibility$/, (value) => value >= 100, 'm'],
  [/^(?:wifi_)?rssi$/, (value) => value < 0, 'dBm'],
  [/(?:^|_)voltage$/, (value) => Number.isInteger(value) && value >= 2000 && value <= 4300, 'mV'],
  [/^battery_voltage$/, (value) => value > 1 && value < 5 && !Number.isInteger(value), 'V'],
  [/(?:^|_)(?:l\d_)?voltage(?:_l\d)?$/, (value) => value >= 80 && value <= 500, 'V'],
  [/^freq(?:uency)?$|_frequency$/, (value) => value > 45 && value < 65, 'Hz'],
  [/(?:^|_)heart_?rate$/, (value) => value > 25 && value < 260, 'bpm'],
  // Power that a home draws or feeds in: as kilowatts, such figures would be those of a village.
  [/(?:^|_)power$/, (value) => Math.abs(value) >= 100, 'W'],
];

/** The unit of a number and what is left of its name without it; null for a bare number. `plain`: its plain name. */
export function unitOf(plain: string, value: number): { unit: string; name: string | null } | null {
  const isForEach = FOR_EACH.test(plain);
  const ending = ENDINGS.find(
    ([known, unit]) => known.test(plain) && (!isForEach || PRICE_UNITS.includes(unit)),
  );
  if (ending) return { unit: ending[1], name: plain.replace(ending[0], '') || null };
  if (isForEach) return null;
  const plausible = PLAUSIBLE.find(([known, isSo]) => known.test(plain) && isSo(value));
  return plausible ? { unit: plausible[2], name: null } : null;
}

/** Numbers whose unit follows from their group: group, name, unit. */
const GROUP_UNITS: [RegExp, RegExp, string][] = [
  [/^(?:ret_)?aenergy$/, /^total$/, 'Wh'],
  [/^(?:rain|snow)$/, /^\d{1,2}h$/, 'mm'],
  [/^clouds$/, /^all$/, '%'],
  // SolarEdge.
  [/^(?:life_time|last_(?:day|month|year))_data$/, /^energy$/, 'Wh'],
];

/** The unit of a number that follows from its group, or null. Both names in plain form. */
export const unitInGroup = (group: string, name: string): string | null =>
  GROUP_UNITS.find(([groups, names]) => groups.test(group) && names.test(name))?.[2] ?? null;

/** A number with its unit. Large numbers get a larger unit. */
export function formatWithUnit(text: string, unit: string): string {
  // Pressure is usual in hectopascals.
  if (unit === 'Pa') return `${Number((Number(text) / 100).toFixed(1))} hPa`;
  const whole = THOUSANDTHS.get(unit);
  if (whole && Math.abs(Number(text)) >= 1000)
    return `${Number((Number(text) / 1000).toPrecision(4))} ${whole}`;
  const isMuch = unit === 'Wh' && Math.abs(Number(text)) >= MIN_KILOWATT_HOURS;
  if (unit === 'm' && Math.abs(Number(text)) >= MIN_KILOMETRES)
    return `${Number((Number(text) / 1000).toFixed(1))} km`;
  if (isMuch) return `${Number((Number(text) / 1000).toFixed(1))} kWh`;
  if (unit === '%' && FINE_SHARE.test(text)) return `${Number(Number(text).toFixed(1))} %`;
  return unit === '°' ? `${text}°` : `${text} ${unit}`;
}

/** Thousandths that plugs send, and the usual unit. */
const THOUSANDTHS = new Map([
  ['mW', 'W'],
  ['mV', 'V'],
  ['mA', 'A'],
]);
/** A percentage with more digits than readers need. */
const FINE_SHARE = /^-?\d{2,3}\.\d{2,9}$/;
const MIN_KILOWATT_HOURS = 10_000;
/** Metres from which a distance is written in kilometres. */
const MIN_KILOMETRES = 10_000;
