import { isObject, type Json, textOf } from '../fields.ts';
import { codeWords, energy, numberOf, unit, unlessZero, watts } from './forms.ts';
import type { Field, Sender } from './sender.ts';

const KWH = unit('kWh', { digits: 1 });
const CUBIC_METRES = unit('m³', { digits: 1 });

/** The sources of a home's power, as Tesla names them. */
const GATEWAY: Field[] = [
  ['grid', 'site/instant_power', watts],
  ['battery', 'battery/instant_power', watts],
  ['solar', 'solar/instant_power', watts],
];

/** Prices of electricity, and meters and inverters that are not in `meters.ts` and `power.ts`. */
export const TARIFFS: Sender[] = [
  {
    // HomeWizard, first version of its API
    has: ['active_power_w', 'total_power_import_kwh', 'smr_version'],
    title: '',
    lead: ['power', 'active_power_w', watts],
    facts: [
      ['drawn', 'total_power_import_kwh', KWH],
      ['fed in', 'total_power_export_kwh', unlessZero(KWH)],
      ['gas', 'total_gas_m3', CUBIC_METRES],
      ['water', 'total_liter_m3', CUBIC_METRES],
      ['tariff', 'active_tariff'],
      ['power L1', 'active_power_l1_w', watts],
      ['power L2', 'active_power_l2_w', watts],
      ['power L3', 'active_power_l3_w', watts],
      ['peak of the month', 'montly_power_peak_w', watts],
    ],
    clutter:
      'wifi_ssid wifi_strength smr_version meter_model unique_id montly_power_peak_timestamp gas_timestamp ' +
      'gas_unique_id external',
  },
  {
    // HomeWizard, a plug
    has: ['active_power_w', 'wifi_strength'],
    title: '',
    lead: ['power', 'active_power_w', watts],
    facts: [
      ['drawn', 'total_power_import_kwh|total_power_import_t1_kwh', KWH],
      ['fed in', 'total_power_export_kwh|total_power_export_t1_kwh', unlessZero(KWH)],
      ['voltage', 'active_voltage_v', unit('V', { digits: 0 })],
      ['current', 'active_current_a', unit('A')],
    ],
    clutter: 'wifi_ssid wifi_strength',
  },
  {
    // HomeWizard, second version of its API
    has: ['power_w', 'energy_import_kwh'],
    title: '',
    lead: ['power', 'power_w', watts],
    facts: [
      ['drawn', 'energy_import_kwh', KWH],
      ['fed in', 'energy_export_kwh', unlessZero(KWH)],
      ['battery', 'state_of_charge_pct', unit('%')],
      ['tariff', 'tariff'],
      ['power L1', 'power_l1_w', watts],
      ['power L2', 'power_l2_w', watts],
      ['power L3', 'power_l3_w', watts],
    ],
    rows: {
      of: 'external',
      columns: [
        ['meter', 'type', (value) => textOf(value).replaceAll('_', ' ')],
        [
          'reading',
          'value',
          (value, at) =>
            `${Number((numberOf(value) ?? 0).toFixed(1))} ${textOf(at('unit'))}`.replace('m3', 'm³'),
        ],
        ['read', 'timestamp'],
      ],
    },
    clutter: 'protocol_version meter_model unique_id timestamp monthly_power_peak_timestamp unit',
  },
  {
    // Octopus, prices
    has: ['results/0/value_inc_vat', 'results/0/valid_from'],
    title: '',
    rows: {
      of: 'results',
      order: (a, b) => textOf(a.valid_from).localeCompare(textOf(b.valid_from), 'en'),
      columns: [
        ['from', 'valid_from'],
        ['pence per kWh', 'value_inc_vat', (value) => numberOf(value)?.toFixed(1) ?? null],
      ],
    },
    clutter: 'count next previous value_exc_vat valid_to payment_method',
  },
  {
    // Octopus, consumption
    has: ['results/0/consumption', 'results/0/interval_start'],
    title: '',
    rows: {
      of: 'results',
      columns: [
        ['from', 'interval_start'],
        ['used', 'consumption', unit('kWh')],
      ],
    },
    clutter: 'count next previous interval_end',
  },
  {
    // Nord Pool
    has: ['deliveryDateCET', 'multiAreaEntries/0/deliveryStart', 'currency'],
    title: '{deliveryAreas/0}',
    facts: [['currency', 'currency']],
    rows: {
      of: 'multiAreaEntries',
      columns: [
        ['from', 'deliveryStart'],
        ['per MWh', 'entryPerArea', areaPrice],
      ],
    },
    clutter:
      'delivery_date_cet delivery_area_states block_price_aggregates area_averages version updated_at market exchange_rate ' +
      'delivery_end currency delivery_areas',
  },
  {
    // Forecast.Solar
    has: ['result/watt_hours_day', 'result/watts'],
    title: '{message/info/place}',
    rows: {
      of: (root) => days(root),
      columns: [
        ['day', 'at'],
        ['expected', 'value', energy],
      ],
    },
    clutter:
      'watts watt_hours watt_hours_period watt_hours_day code type pid ratelimit info place timezone time',
  },
  {
    // SolarEdge, overview
    has: ['overview/currentPower/power', 'overview/lifeTimeData'],
    title: '',
    lead: ['power', 'overview/currentPower/power', watts],
    facts: [
      ['today', 'overview/lastDayData/energy', energy],
      ['this month', 'overview/lastMonthData/energy', energy],
      ['this year', 'overview/lastYearData/energy', energy],
      ['in all', 'overview/lifeTimeData/energy', energy],
      ['time', 'overview/lastUpdateTime'],
    ],
    clutter: 'measured_by revenue',
  },
  {
    // Growatt
    has: ['data/current_power', 'data/today_energy'],
    title: '{data/plant_name|data/name}',
    lead: ['power', 'data/current_power', unit('kW')],
    facts: [
      ['today', 'data/today_energy', KWH],
      ['this month', 'data/monthly_energy', KWH],
      ['this year', 'data/yearly_energy', KWH],
      ['in all', 'data/total_energy', KWH],
      ['time', 'data/last_update_time'],
    ],
    clutter: 'error_code timezone efficiency carbon_offset',
  },
  {
    // Tesla Powerwall
    has: ['site/instant_power', 'load/instant_power', 'battery/instant_power'],
    title: '',
    lead: ['house', 'load/instant_power', watts],
    facts: GATEWAY,
    clutter:
      'last_communication_time instant_reactive_power instant_apparent_power frequency energy_exported energy_imported ' +
      'instant_average_voltage instant_average_current instant_total_current i_a_current i_b_current i_c_current timeout ' +
      'last_phase_voltage_communication_time last_phase_power_communication_time num_meters_aggregated',
  },
  {
    // Huawei FusionSolar
    has: ['data/0/dataItemMap/day_power', 'data/0/stationCode'],
    title: '',
    lead: ['today', 'data/0/dataItemMap/day_power', KWH],
    facts: [
      ['this month', 'data/0/dataItemMap/month_power', KWH],
      ['in all', 'data/0/dataItemMap/total_power', KWH],
      ['used today', 'data/0/dataItemMap/day_use_energy', KWH],
      ['fed in today', 'data/0/dataItemMap/day_on_grid_energy', KWH],
      ['earned today', 'data/0/dataItemMap/day_income'],
      ['earned in all', 'data/0/dataItemMap/total_income'],
      [
        'state',
        'data/0/dataItemMap/real_health_state',
        codeWords({ '1': 'disconnected', '2': 'faulty', '3': 'healthy' }),
      ],
    ],
    clutter: 'success fail_code params current_time station_codes station_code',
  },
];

/** The price of the first area. */
function areaPrice(value: unknown): string | null {
  const price = isObject(value) ? numberOf(Object.values(value)[0]) : null;
  return price === null ? null : price.toFixed(2);
}

/** Figures that are named by their days. */
function days(root: unknown): Json[] {
  const { watt_hours_day: of } = (root as { result: Json }).result;
  return isObject(of) ? Object.entries(of).map(([at, value]) => ({ at, value })) : [];
}
