import { energy, unit, watts } from './forms.ts';
import type { Sender } from './sender.ts';

const VOLTS = unit('V', { digits: 0 });

const AMPERES = unit('A');

const SHELLY_CLUTTER =
  'ram_free ram_size ram_total fs_free fs_size webhook_rev schedule_rev kvs_rev reset_reason ' +
  'restart_required available_updates by_minute update serial cfg_changed_cnt actions_stats ' +
  'timer_started timer_duration timer_remaining source ssid rssi';

/** Meters and plugs. */
export const METERS: Sender[] = [
  {
    // Shelly 3EM Pro, Gen2 and later
    has: ['em:0/total_act_power', 'em:0/a_act_power'],
    title: '',
    lead: ['power', 'em:0/total_act_power', watts],
    facts: [
      ['energy in all', 'emdata:0/total_act', energy],
      ['fed in', 'emdata:0/total_act_ret', energy],
      ['current', 'em:0/total_current', AMPERES],
    ],
    rows: {
      of: { L1: 'em:0/a_', L2: 'em:0/b_', L3: 'em:0/c_' },
      columns: [
        ['phase', '@'],
        ['power', 'act_power', watts],
        ['current', 'current', AMPERES],
        ['voltage', 'voltage', VOLTS],
      ],
    },
    clutter: SHELLY_CLUTTER,
  },
  {
    // Shelly 3EM, Gen1
    has: ['emeters/0/power', 'total_power'],
    title: '',
    lead: ['power', 'total_power', watts],
    rows: {
      of: { L1: 'emeters/0/', L2: 'emeters/1/', L3: 'emeters/2/' },
      columns: [
        ['phase', '@'],
        ['power', 'power', watts],
        ['current', 'current', AMPERES],
        ['voltage', 'voltage', VOLTS],
        ['energy in all', 'total', energy],
        ['fed in', 'total_returned', energy],
      ],
    },
    clutter: SHELLY_CLUTTER,
  },
  {
    // Shelly plugs and relays, Gen2 and later
    has: ['switch:0/apower', 'switch:0/output'],
    title: '{switch:0/name}',
    lead: ['power', 'switch:0/apower', unit('W', { digits: 1 })],
    facts: [
      ['on', 'switch:0/output'],
      ['energy in all', 'switch:0/aenergy/total', energy],
      ['voltage', 'switch:0/voltage', VOLTS],
      ['current', 'switch:0/current', AMPERES],
      ['temperature', 'switch:0/temperature/tC', unit('°C', { digits: 1 })],
      ['uptime', 'sys/uptime'],
      ['time', 'sys/time'],
    ],
    clutter: SHELLY_CLUTTER,
  },
  {
    // Shelly plugs and relays, Gen1
    has: ['relays/0/ison', 'meters/0/power'],
    title: '',
    lead: ['power', 'meters/0/power', unit('W', { digits: 1 })],
    facts: [
      ['on', 'relays/0/ison'],
      ['energy in all', 'meters/0/total', unit('Wh', { times: 1 / 60, digits: 0 })],
      ['temperature', 'tmp/tC|temperature', unit('°C', { digits: 1 })],
      ['uptime', 'uptime'],
      ['time', 'time'],
    ],
    clutter: SHELLY_CLUTTER,
  },
  {
    // Fronius, meter
    has: ['Body/Data/PowerReal_P_Sum'],
    title: '{Body/Data/Details/Manufacturer}',
    lead: ['power', 'Body/Data/PowerReal_P_Sum', watts],
    facts: [
      ['energy drawn', 'Body/Data/EnergyReal_WAC_Sum_Consumed', energy],
      ['energy fed in', 'Body/Data/EnergyReal_WAC_Sum_Produced', energy],
      ['energy relative', 'Body/Data/EnergyReal_WAC_Minus_Relative', energy],
      ['time', 'Head/Timestamp'],
    ],
    clutter: 'enable visible meter_location_current request_arguments time_stamp',
  },
];
