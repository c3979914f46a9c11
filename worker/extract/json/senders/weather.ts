import { moment, rounded, unit } from './forms.ts';
import type { Sender } from './sender.ts';

/** Weather and air. */
export const WEATHER: Sender[] = [
  {
    // World Air Quality Index
    has: ['data/aqi', 'data/iaqi', 'data/city/name'],
    title: '{data/city/name}',
    lead: ['air quality index', 'data/aqi'],
    facts: [
      ['mostly', 'data/dominentpol'],
      ['PM2.5', 'data/iaqi/pm25/v'],
      ['PM10', 'data/iaqi/pm10/v'],
      ['ozone', 'data/iaqi/o3/v'],
      ['NO₂', 'data/iaqi/no2/v'],
      ['temperature', 'data/iaqi/t/v', unit('°C', { digits: 1 })],
      ['humidity', 'data/iaqi/h/v', unit('%', { digits: 0 })],
      ['time', 'data/time/iso'],
    ],
    clutter: 'geo location idx debug s tz v',
  },
  {
    // OpenWeatherMap, five days
    has: ['city/name', 'list/0/dt_txt', 'list/0/main/temp'],
    title: '{city/name}',
    lead: ['temperature', 'list/0/main/temp', unit('°', { digits: 0 })],
    facts: [
      ['weather', 'list/0/weather/0/description'],
      ['feels like', 'list/0/main/feels_like', unit('°', { digits: 0 })],
      ['humidity', 'list/0/main/humidity', unit('%')],
    ],
    rows: {
      of: 'list',
      columns: [
        ['time', 'dt', moment],
        ['temperature', 'main/temp', unit('°', { digits: 0 })],
        ['weather', 'weather/0/description'],
        ['rain', 'pop', unit('%', { times: 100, digits: 0 })],
        ['wind', 'wind/speed', rounded(0)],
      ],
    },
    clutter: 'cod message cnt coord dt_txt temp_kf icon timezone',
  },
  {
    // OpenWeatherMap, now
    has: ['main/temp', 'weather/0/description', 'sys/sunrise'],
    title: '{name}',
    lead: ['temperature', 'main/temp', unit('°', { digits: 1 })],
    facts: [
      ['weather', 'weather/0/description'],
      ['feels like', 'main/feels_like', unit('°', { digits: 1 })],
      ['humidity', 'main/humidity', unit('%')],
      ['wind', 'wind/speed', rounded(1)],
      ['pressure', 'main/pressure', unit('hPa')],
      ['sunrise', 'sys/sunrise', moment],
      ['sunset', 'sys/sunset', moment],
    ],
    clutter: 'coord base icon dt timezone cod type',
  },
  {
    // Weatherbit
    has: ['data/0/city_name', 'data/0/app_temp', 'data/0/ob_time'],
    title: '{data/0/city_name}',
    lead: ['temperature', 'data/0/temp', unit('°', { digits: 1 })],
    facts: [
      ['weather', 'data/0/weather/description'],
      ['feels like', 'data/0/app_temp', unit('°', { digits: 1 })],
      ['humidity', 'data/0/rh', unit('%', { digits: 0 })],
      ['wind', 'data/0/wind_spd', unit('m/s', { digits: 1 })],
      ['air quality index', 'data/0/aqi'],
      ['pressure', 'data/0/pres', unit('hPa', { digits: 0 })],
    ],
    clutter:
      'count country_code datetime elev_angle h_angle ob_time state_code station timezone ts code icon ' +
      'wind_cdir',
  },
  {
    // AirNow
    has: ['0/ParameterName', '0/AQI', '0/ReportingArea'],
    title: '{0/ReportingArea}',
    rows: {
      of: '',
      columns: [
        ['measured', 'ParameterName'],
        ['index', 'AQI'],
        ['category', 'Category/Name'],
        ['day', 'DateObserved|DateForecast', (value) => (typeof value === 'string' ? value.trim() : null)],
      ],
    },
    clutter: 'local_time_zone reporting_area state_code number action_day date_issue',
  },
  {
    // PurpleAir
    has: ['sensor/sensor_index', 'sensor/pm2.5'],
    title: '{sensor/name}',
    lead: ['PM2.5', 'sensor/pm2.5', unit('µg/m³', { digits: 1 })],
    facts: [
      ['PM10', 'sensor/pm10.0', unit('µg/m³', { digits: 1 })],
      ['PM1', 'sensor/pm1.0', unit('µg/m³', { digits: 1 })],
      ['temperature', 'sensor/temperature', unit('°F', { digits: 0 })],
      ['humidity', 'sensor/humidity', unit('%', { digits: 0 })],
      ['pressure', 'sensor/pressure', unit('hPa', { digits: 0 })],
      ['seen', 'sensor/last_seen'],
    ],
    clutter:
      'api_version time_stamp data_time_stamp sensor_index last_modified date_created private is_owner ' +
      'location_type model hardware led_brightness firmware_version rssi pa_latency position_rating ' +
      'channel_state channel_flags channel_flags_manual channel_flags_auto confidence_auto ' +
      'confidence_manual analog_input',
  },
];
