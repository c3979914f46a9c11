import { textOf } from '../fields.ts';
import { codeWords, moment, numberOf, rounded, unit, unlessZero } from './forms.ts';
import type { Field, Form, Sender } from './sender.ts';

const CELSIUS = unit('°C', { digits: 1 });
const FAHRENHEIT = unit('°F', { digits: 1 });
const HUMIDITY = unit('%', { digits: 0 });
const DUST = unit('µg/m³', { digits: 1 });
const PPM = unit('ppm', { digits: 0 });

/** A value of Ecowitt with the unit beside it. */
const ecowitt = (label: string, place: string): Field => [
  label,
  `data/${place}/value`,
  (value, at) => {
    const sign = textOf(at(`data/${place}/unit`))
      .replace('℃', '°C')
      .replace('℉', '°F');
    return numberOf(value) === null ? null : `${textOf(value)} ${sign}`.trim();
  },
];

/** The unit of each quantity of sensor.community, which sends none. */
const SENSOR_UNITS: Readonly<Record<string, Form>> = {
  temperature: CELSIUS,
  humidity: HUMIDITY,
  pressure: unit('hPa', { times: 0.01, digits: 0 }),
  pressure_at_sealevel: unit('hPa', { times: 0.01, digits: 0 }),
  P0: DUST,
  P1: DUST,
  P2: DUST,
};

/** A value of sensor.community with the unit of its quantity. */
const sensorValue: Form = (value, at) => {
  const quantity = textOf(at('value_type'));
  return Object.hasOwn(SENSOR_UNITS, quantity) ? SENSOR_UNITS[quantity]!(value, at) : textOf(value) || null;
};

/** Weather stations and sensors of the air in a home. */
export const STATIONS: Sender[] = [
  {
    // Netatmo, weather stations and sensors of rooms
    has: ['body/devices/0/dashboard_data/Temperature', 'body/devices/0/station_name'],
    title: '{body/devices/0/home_name|body/devices/0/station_name}',
    lead: ['temperature', 'body/devices/0/dashboard_data/Temperature', CELSIUS],
    facts: [
      ['CO₂', 'body/devices/0/dashboard_data/CO2', PPM],
      ['humidity', 'body/devices/0/dashboard_data/Humidity', HUMIDITY],
      ['pressure', 'body/devices/0/dashboard_data/Pressure', unit('hPa', { digits: 0 })],
      ['noise', 'body/devices/0/dashboard_data/Noise', unit('dB')],
      ['measured', 'body/devices/0/dashboard_data/time_utc', moment],
    ],
    rows: {
      of: 'body/devices/0/modules',
      columns: [
        ['module', 'module_name'],
        ['temperature', 'dashboard_data/Temperature', CELSIUS],
        ['humidity', 'dashboard_data/Humidity', HUMIDITY],
        ['CO₂', 'dashboard_data/CO2', PPM],
        ['rain 24 h', 'dashboard_data/sum_rain_24', unit('mm')],
        ['wind', 'dashboard_data/WindStrength', unit('km/h')],
        ['battery', 'battery_percent', unit('%')],
      ],
    },
    clutter:
      'status time_exec time_server user date_setup last_setup last_status_store last_upgrade firmware wifi_status ' +
      'reachable co2_calibrating data_type place type last_message last_seen rf_status battery_vp temp_trend ' +
      'pressure_trend date_max_temp date_min_temp max_temp min_temp absolute_pressure time_utc module_name',
  },
  {
    // Ecowitt
    has: ['data/outdoor/temperature/value', 'data/outdoor/temperature/unit'],
    title: '',
    lead: ecowitt('temperature', 'outdoor/temperature'),
    facts: [
      ecowitt('feels like', 'outdoor/feels_like'),
      ecowitt('humidity', 'outdoor/humidity'),
      ecowitt('indoors', 'indoor/temperature'),
      ecowitt('wind', 'wind/wind_speed'),
      ecowitt('gusts', 'wind/wind_gust'),
      ecowitt('rain today', 'rainfall/daily'),
      ecowitt('pressure', 'pressure/relative'),
      ecowitt('UV index', 'solar_and_uvi/uvi'),
    ],
    clutter: 'code msg time unit',
  },
  {
    // Ambient Weather
    has: ['0/macAddress', '0/lastData/dateutc'],
    title: '{0/info/name}',
    lead: ['temperature', '0/lastData/tempf|0/lastData/tempinf', FAHRENHEIT],
    facts: [
      ['feels like', '0/lastData/feelsLike', FAHRENHEIT],
      ['humidity', '0/lastData/humidity|0/lastData/humidityin', HUMIDITY],
      ['indoors', '0/lastData/tempinf', FAHRENHEIT],
      ['wind', '0/lastData/windspeedmph', unit('mph', { digits: 1 })],
      ['gusts', '0/lastData/windgustmph', unit('mph', { digits: 1 })],
      ['rain today', '0/lastData/dailyrainin', unit('in')],
      ['pressure', '0/lastData/baromrelin', unit('inHg')],
      ['UV index', '0/lastData/uv'],
      ['measured', '0/lastData/dateutc', moment],
    ],
    clutter: 'date dateutc tz mac_address winddir maxdailygust baromabsin last_rain coords',
  },
  {
    // Davis
    has: ['sensors/0/lsid', 'sensors/0/data/0/temp', 'generated_at'],
    title: '',
    lead: ['temperature', 'sensors/0/data/0/temp', FAHRENHEIT],
    facts: [
      ['humidity', 'sensors/0/data/0/hum', HUMIDITY],
      ['dew point', 'sensors/0/data/0/dew_point', FAHRENHEIT],
      ['wind', 'sensors/0/data/0/wind_speed_last', unit('mph')],
      ['gusts', 'sensors/0/data/0/wind_speed_hi_last_10_min', unit('mph')],
      ['rain today', 'sensors/0/data/0/rainfall_daily_mm', unit('mm')],
      ['pressure', 'sensors/0/data/0/bar_sea_level', unit('inHg')],
      ['UV index', 'sensors/0/data/0/uv_index'],
      ['measured', 'sensors/0/data/0/ts', moment],
    ],
    clutter: 'lsid sensor_type data_structure_type generated_at ts tx_id wind_dir_last rx_state',
  },
  {
    // Awair
    has: ['score', 'dew_point', 'voc', 'pm25'],
    title: '',
    lead: ['air', 'score', rounded(0)],
    facts: [
      ['temperature', 'temp', CELSIUS],
      ['humidity', 'humid', HUMIDITY],
      ['CO₂', 'co2', PPM],
      ['volatile compounds', 'voc', unit('ppb', { digits: 0 })],
      ['PM2.5', 'pm25', DUST],
      ['measured', 'timestamp'],
    ],
    clutter: 'dew_point abs_humid co2_est co2_est_baseline voc_baseline voc_h2_raw voc_ethanol_raw pm10_est',
  },
  {
    // AirGradient
    has: ['rco2', 'pm02', 'atmp', 'rhum'],
    title: '{locationName}',
    lead: ['CO₂', 'rco2', PPM],
    facts: [
      ['PM2.5', 'pm02', DUST],
      ['PM10', 'pm10', DUST],
      ['temperature', 'atmp', CELSIUS],
      ['humidity', 'rhum', HUMIDITY],
      ['TVOC index', 'tvocIndex|tvoc_index', rounded(0)],
      ['NOx index', 'noxIndex|nox_index', rounded(0)],
    ],
    clutter:
      'wifi boot boot_count firmware led_mode model serialno pm01 pm003_count tvoc_raw nox_raw atmp_compensated ' +
      'rhum_compensated pm02_compensated',
  },
  {
    // IQAir
    has: ['data/current/pollution/aqius', 'data/city'],
    title: '{data/city}',
    lead: ['air quality index', 'data/current/pollution/aqius'],
    facts: [
      ['temperature', 'data/current/weather/tp', CELSIUS],
      ['humidity', 'data/current/weather/hu', HUMIDITY],
      ['wind', 'data/current/weather/ws', unit('m/s')],
      ['pressure', 'data/current/weather/pr', unit('hPa')],
      ['measured', 'data/current/pollution/ts'],
    ],
    clutter: 'status location type ts mainus aqicn maincn ic wd state country',
  },
  {
    // sensor.community
    has: ['0/sensordatavalues', '0/sensor/sensor_type'],
    title: '',
    facts: [['measured', '0/timestamp']],
    rows: {
      of: '0/sensordatavalues',
      columns: [
        [
          'quantity',
          'value_type',
          codeWords({ P1: 'PM10', P2: 'PM2.5', P0: 'PM1', pressure_at_sealevel: 'pressure at sea level' }),
        ],
        ['value', 'value', sensorValue],
      ],
    },
    clutter: 'sampling_rate sensor_type location sensor pin timestamp sensordatavalues',
  },
  {
    // OpenUV
    has: ['result/uv', 'result/uv_max', 'result/safe_exposure_time'],
    title: '',
    lead: ['UV index', 'result/uv', rounded(1)],
    facts: [
      ['highest', 'result/uv_max', rounded(1)],
      ['at', 'result/uv_max_time'],
      ['fair skin, minutes', 'result/safe_exposure_time/st2'],
      ['olive skin, minutes', 'result/safe_exposure_time/st4'],
      ['ozone', 'result/ozone', unlessZero(unit('DU', { digits: 0 }))],
      ['sunrise', 'result/sun_info/sun_times/sunrise'],
      ['sunset', 'result/sun_info/sun_times/sunset'],
    ],
    clutter: 'uv_time ozone_time sun_info st1 st3 st5 st6',
  },
  {
    // Open-Meteo, air
    has: ['current/european_aqi', 'current_units/european_aqi'],
    title: '',
    lead: ['air quality index', 'current/european_aqi'],
    facts: [
      ['PM2.5', 'current/pm2_5', DUST],
      ['PM10', 'current/pm10', DUST],
      ['ozone', 'current/ozone', DUST],
      ['NO₂', 'current/nitrogen_dioxide', DUST],
      ['UV index', 'current/uv_index', rounded(1)],
      ['birch', 'current/birch_pollen', rounded(0)],
      ['grass', 'current/grass_pollen', rounded(0)],
      ['time', 'current/time'],
    ],
    clutter: 'current_units timezone timezone_abbreviation elevation',
  },
];
