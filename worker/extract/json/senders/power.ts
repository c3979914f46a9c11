import { codeWords, duration, energy, lowerCase, rounded, splitWords, unit, watts } from './forms.ts';
import type { Sender } from './sender.ts';

/** Inverters, tariffs, and cars that charge. */
export const POWER: Sender[] = [
  {
    // Fronius, power flow
    has: ['Body/Data/Site/E_Total', 'Body/Data/Inverters'],
    title: '',
    lead: ['from the grid', 'Body/Data/Site/P_Grid', watts],
    facts: [
      ['solar power', 'Body/Data/Site/P_PV', watts],
      ['power used', 'Body/Data/Site/P_Load', unit('W', { times: -1, digits: 0 })],
      ['battery', 'Body/Data/Site/P_Akku', watts],
      ['energy today', 'Body/Data/Site/E_Day', energy],
      ['energy this year', 'Body/Data/Site/E_Year', energy],
      ['energy in all', 'Body/Data/Site/E_Total', energy],
      ['autonomy', 'Body/Data/Site/rel_Autonomy', unit('%', { digits: 0 })],
      ['time', 'Head/Timestamp'],
    ],
    clutter: 'mode meter_location request_arguments dt',
  },
  {
    // Enphase
    has: ['production/0/wNow', 'consumption'],
    title: '',
    lead: ['solar power', 'production/1/wNow|production/0/wNow', watts],
    facts: [
      ['power used', 'consumption/0/wNow', watts],
      ['from the grid', 'consumption/1/wNow', watts],
      ['produced today', 'production/1/whToday', energy],
      ['used today', 'consumption/0/whToday', energy],
      ['produced in seven days', 'production/1/whLastSevenDays', energy],
      ['produced in all', 'production/1/whLifetime|production/0/whLifetime', energy],
      ['used in all', 'consumption/0/whLifetime', energy],
      ['time', 'production/1/readingTime|production/0/readingTime'],
    ],
    clutter: 'type measurement_type reading_time',
  },
  {
    // Tibber
    has: ['data/viewer/homes/0/currentSubscription/priceInfo/current/total'],
    title: '{data/viewer/homes/0/appNickname}',
    lead: [
      'price of a kWh',
      'data/viewer/homes/0/currentSubscription/priceInfo/current/total',
      (value, at) => {
        const currency = at('data/viewer/homes/0/currentSubscription/priceInfo/current/currency');
        return typeof value === 'number' && typeof currency === 'string'
          ? `${Number(value.toFixed(4))} ${currency}`
          : null;
      },
    ],
    facts: [
      ['level', 'data/viewer/homes/0/currentSubscription/priceInfo/current/level', lowerCase],
      ['from', 'data/viewer/homes/0/currentSubscription/priceInfo/current/startsAt'],
    ],
    rows: {
      of: 'data/viewer/homes/0/currentSubscription/priceInfo/today',
      columns: [
        ['from', 'startsAt'],
        ['price', 'total', rounded(4)],
        ['level', 'level', lowerCase],
      ],
    },
  },
  {
    // evcc
    has: ['loadpoints/0/chargePower', 'homePower'],
    title: '{siteTitle}',
    lead: ['solar power', 'pvPower', watts],
    facts: [
      ['grid', 'gridPower|grid/power', watts],
      ['house', 'homePower', watts],
      ['battery', 'batterySoc', unit('%', { digits: 0 })],
    ],
    rows: {
      of: 'loadpoints',
      columns: [
        ['charger', 'title'],
        ['vehicle', 'vehicleTitle|vehicleName'],
        ['mode', 'mode'],
        ['power', 'chargePower', watts],
        ['charged', 'vehicleSoc', unit('%', { digits: 0 })],
        ['range', 'vehicleRange', unit('km', { digits: 0 })],
        ['remaining', 'chargeRemainingDuration', duration()],
      ],
    },
    clutter: 'auth version currency sponsor eebus hems mqtt influx modbus_proxy network interval',
  },
  {
    // go-e, second version of its API: the first one counts energy in other units
    has: ['car', 'nrg', 'amp', 'wh', 'eto'],
    title: '{fna}',
    lead: ['power', 'nrg/11', watts],
    facts: [
      ['car', 'car', codeWords({ 1: 'ready', 2: 'charging', 3: 'waiting', 4: 'complete' })],
      ['charged', 'wh', energy],
      ['limit', 'amp', unit('A')],
      ['energy in all', 'eto', energy],
      ['temperature', 'tma/0', unit('°C', { digits: 1 })],
    ],
    clutter: 'sse fwv typ var acs cbl pha psm lmo frc trx modelstatus mod rbc rbt rssi wcch wccw',
  },
  {
    // Tesla
    has: ['response/charge_state/battery_level'],
    title: '{response/display_name|response/vehicle_state/vehicle_name}',
    lead: ['battery', 'response/charge_state/battery_level', unit('%')],
    facts: [
      ['range', 'response/charge_state/battery_range', unit('km', { times: 1.609344, digits: 0 })],
      ['charging', 'response/charge_state/charging_state', splitWords],
      ['limit', 'response/charge_state/charge_limit_soc', unit('%')],
      ['full in', 'response/charge_state/minutes_to_full_charge', duration(60)],
      ['inside', 'response/climate_state/inside_temp', unit('°C', { digits: 1 })],
      ['outside', 'response/climate_state/outside_temp', unit('°C', { digits: 1 })],
      ['driven', 'response/vehicle_state/odometer', unit('km', { times: 1.609344, digits: 0 })],
      ['locked', 'response/vehicle_state/locked'],
      ['state', 'response/state'],
    ],
    clutter: 'vehicle_config gui_settings drive_state api_version option_codes access_type tokens',
  },
];
