import { isObject, textOf } from '../fields.ts';
import {
  bytes,
  codeWords,
  duration,
  lowerCase,
  moment,
  percent,
  percentOf,
  percentOfOne,
  rounded,
  unit,
  unlessZero,
} from './forms.ts';
import type { Form, Sender } from './sender.ts';

const SPEED = unit('Mbit/s', { digits: 0 });

/** Bytes a second. */
const rate: Form = (value, at) => {
  const text = bytes()(value, at);
  return text === null ? null : `${text}/s`;
};

/** Servers, routers, storage and uninterruptible power supplies. */
export const SERVERS: Sender[] = [
  {
    // UniFi
    has: ['data/0/subsystem', 'data/0/status'],
    title: '{data/[subsystem=wan]/isp_name} · {data/[subsystem=wan]/gw_name}',
    lead: ['internet', 'data/[subsystem=wan]/status|data/[subsystem=www]/status'],
    facts: [
      ['down', 'data/[subsystem=wan]/xput_down|data/[subsystem=www]/xput_down', SPEED],
      ['up', 'data/[subsystem=wan]/xput_up|data/[subsystem=www]/xput_up', SPEED],
      ['latency', 'data/[subsystem=wan]/latency|data/[subsystem=www]/latency', unit('ms', { digits: 0 })],
      ['uptime', 'data/[subsystem=wan]/uptime|data/[subsystem=www]/uptime', duration()],
      ['address', 'data/[subsystem=wan]/wan_ip'],
    ],
    rows: {
      of: 'data',
      columns: [
        ['network', 'subsystem'],
        ['status', 'status'],
        ['users', 'num_user'],
        ['guests', 'num_guest'],
        ['things', 'num_iot'],
      ],
    },
    clutter: 'gw_mac gw_version',
  },
  {
    // UniFi, clients
    has: ['data/0/is_wired', 'data/0/mac', 'data/0/uptime'],
    title: '',
    rows: {
      of: 'data',
      columns: [
        ['name', 'name|hostname|mac'],
        ['address', 'ip'],
        ['network', 'essid|network'],
        ['signal', 'signal', unit('dBm')],
        ['received', 'rx_bytes', bytes()],
        ['sent', 'tx_bytes', bytes()],
        ['uptime', 'uptime', duration()],
      ],
    },
    clutter:
      'oui channel radio radio_proto rssi noise tx_packets rx_packets sw_port vlan assoc_time ' +
      'latest_assoc_time idletime',
  },
  {
    // Synology
    has: ['data/cpu/system_load', 'data/memory/real_usage'],
    title: '',
    lead: ['memory', 'data/memory/real_usage', unit('%')],
    facts: [
      ['cpu of users', 'data/cpu/user_load', unit('%')],
      ['cpu of system', 'data/cpu/system_load', unit('%')],
      ['swap', 'data/memory/swap_usage', unit('%')],
      ['received', 'data/network/0/rx', rate],
      ['sent', 'data/network/0/tx', rate],
      ['time', 'data/time'],
    ],
    rows: {
      of: 'data/disk/disk',
      columns: [
        ['disk', 'display_name|device'],
        ['use', 'utilization', unit('%')],
        ['read', 'read_byte', rate],
        ['written', 'write_byte', rate],
      ],
    },
    clutter: 'device type',
  },
  {
    // TrueNAS, pools
    has: ['0/healthy', '0/allocated', '0/name'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['pool', 'name'],
        ['status', 'status', lowerCase],
        ['use', 'allocated', percentOf('size')],
        ['free', 'free', bytes()],
        ['size', 'size', bytes()],
        ['last check', 'scan/end_time/$date', moment],
        ['errors', 'scan/errors', unlessZero(rounded(0))],
      ],
    },
    clutter: 'healthy guid path topology autotrim freeing fragmentation function state warning status_code',
  },
  {
    // Proxmox
    has: ['data/0/vmid', 'data/0/node', 'data/0/maxmem'],
    title: '',
    rows: {
      of: 'data',
      columns: [
        ['name', 'name'],
        ['status', 'status'],
        ['cpu', 'cpu', percentOfOne],
        ['memory', 'mem', percentOf('maxmem')],
        ['of', 'maxmem', bytes()],
        ['uptime', 'uptime', unlessZero(duration())],
      ],
    },
    clutter: 'type node template pid cpus',
  },
  {
    // Docker
    has: ['0/Names', '0/Image', '0/State'],
    title: '',
    rows: {
      of: '',
      columns: [
        [
          'container',
          'Names',
          (value) => (Array.isArray(value) ? textOf(value[0]).replace(/^\//, '') : null),
        ],
        ['status', 'Status'],
        ['image', 'Image'],
        ['ports', 'Ports', portsOf],
      ],
    },
    clutter: 'created state host_config network_settings names type image_id',
  },
  {
    // Glances
    has: ['cpu/total', 'mem/percent', 'fs'],
    title: '{system/hostname}',
    lead: ['cpu', 'cpu/total', percent],
    facts: [
      ['memory', 'mem/percent', percent],
      ['load', 'load/min5', rounded(2)],
      ['uptime', 'uptime'],
    ],
    rows: {
      of: 'fs',
      columns: [
        ['mounted on', 'mnt_point'],
        ['use', 'percent', percent],
        ['free', 'free', bytes()],
        ['size', 'size', bytes()],
      ],
    },
    clutter: 'fs_type device_name',
  },
  {
    // Uninterruptible supplies (NUT)
    has: ['ups.status', 'battery.charge'],
    title: '{device.model|ups.model}',
    lead: ['battery', 'battery.charge', unit('%')],
    facts: [
      [
        'status',
        'ups.status',
        codeWords({
          OL: 'on line',
          OB: 'on battery',
          'OB DISCHRG': 'on battery',
          'OL CHRG': 'on line, charging',
          LB: 'battery low',
        }),
      ],
      ['lasts for', 'battery.runtime', duration()],
      ['load', 'ups.load', unit('%')],
      ['input', 'input.voltage', unit('V', { digits: 0 })],
      ['test', 'ups.test.result'],
    ],
    clutter:
      'battery_charge_low device_mfr driver_name input_transfer_high input_transfer_low ups_beeper_status ' +
      'ups_serial',
  },
];

/** The ports of a container, and those of its host that lead to them. */
function portsOf(value: unknown): string | null {
  const ports = (Array.isArray(value) ? value : []).filter(isObject);
  const open = ports.map(({ PublicPort: from, PrivatePort: to }) =>
    from && from !== to ? `${textOf(from)} → ${textOf(to)}` : textOf(to),
  );
  return [...new Set(open)].join(', ') || null;
}
