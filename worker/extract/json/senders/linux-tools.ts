import { isObject, type Json, textOf } from '../fields.ts';
import { bytes, lowerCase, percent, unit } from './forms.ts';
import type { Sender } from './sender.ts';

const KIB = bytes(1024);

const outputOf = (name: string) => (one: Json) => (typeof one[name] === 'number' ? one[name] : 0);

/** States of a unit of systemd, the most important one first. */
const UNIT_STATES = ['failed', 'activating', 'active', 'inactive'];

const stateOf = ({ active }: Json) => {
  const at = UNIT_STATES.indexOf(textOf(active));
  return at < 0 ? UNIT_STATES.length : at;
};

/** Kinds of units that readers ask for, unlike devices and mounts. */
const KINDS = /\.(?:service|timer|socket)$/;

const kindOf = ({ unit }: Json) => (KINDS.test(textOf(unit).slice(-20)) ? 0 : 1);

/** Services, timers and sockets, and other units that failed or are being started. */
const unitsOf = (root: unknown) =>
  (Array.isArray(root) ? root : []).filter((one) => isObject(one) && (kindOf(one) === 0 || stateOf(one) < 2));

/** Lists of the tools of Linux, as `jc` and options such as `--json` write them. */
export const LINUX_TOOLS: Sender[] = [
  {
    has: ['0/pid', '0/cpu_percent', '0/command'],
    title: '',
    rows: {
      of: '',
      order: (a, b) =>
        outputOf('cpu_percent')(b) - outputOf('cpu_percent')(a) ||
        outputOf('mem_percent')(b) - outputOf('mem_percent')(a),
      columns: [
        ['program', 'command', programOf],
        ['user', 'user'],
        ['cpu', 'cpu_percent', percent],
        ['memory', 'mem_percent', percent],
      ],
    },
    clutter: 'pid tty stat',
  },
  {
    has: ['0/unit', '0/active', '0/sub', '0/description'],
    title: '',
    rows: {
      of: unitsOf,
      order: (a, b) => stateOf(a) - stateOf(b) || kindOf(a) - kindOf(b),
      columns: [
        ['unit', 'unit'],
        [
          'state',
          'sub',
          (value, at) =>
            at('active') === 'active' ? textOf(value) : `${textOf(at('active'))}: ${textOf(value)}`,
        ],
      ],
    },
    clutter: 'load active',
  },
  {
    has: ['0/filesystem', '0/1k_blocks', '0/mounted_on'],
    title: '',
    rows: {
      of: '',
      order: (a, b) => outputOf('1k_blocks')(b) - outputOf('1k_blocks')(a),
      columns: [
        ['mounted on', 'mounted_on'],
        ['use', 'use_percent', percent],
        ['used', 'used', KIB],
        ['available', 'available', KIB],
        ['size', '1k_blocks', KIB],
        ['filesystem', 'filesystem'],
      ],
    },
  },
  {
    has: ['0/type=Mem', '0/total', '0/buff_cache'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['', 'type'],
        ['used', 'used', KIB],
        ['available', 'available', KIB],
        ['free', 'free', KIB],
        ['total', 'total', KIB],
      ],
    },
  },
  {
    has: ['blockdevices/0/name', 'blockdevices/0/type'],
    title: '',
    rows: {
      of: (root) => addParts(isObject(root) ? root.blockdevices : []),
      columns: [
        ['name', 'name'],
        ['size', 'size'],
        ['type', 'type'],
        ['mounted on', 'mountpoint|mountpoints'],
        ['filesystem', 'fstype'],
      ],
    },
    clutter: 'maj:min rm ro',
  },
  {
    has: ['0/ifname', '0/addr_info', '0/operstate'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['interface', 'ifname'],
        ['state', 'operstate', lowerCase],
        ['address', 'addr_info', addressesOf],
      ],
    },
    clutter:
      'ifindex flags mtu qdisc group txqlen link_type address broadcast scope label valid_life_time ' +
      'preferred_life_time prefixlen family linkmode',
  },
  {
    // `ping`
    has: ['packets_transmitted', 'packet_loss_percent', 'destination'],
    title: '{destination}',
    lead: ['round trip', 'round_trip_ms_avg', unit('ms', { digits: 1 })],
    facts: [
      ['lost', 'packet_loss_percent', percent],
      ['received', 'packets_received'],
      ['sent', 'packets_transmitted'],
      ['shortest', 'round_trip_ms_min', unit('ms', { digits: 1 })],
      ['longest', 'round_trip_ms_max', unit('ms', { digits: 1 })],
      ['address', 'destination_ip'],
    ],
    clutter: 'pattern',
  },
];

/** The program of a command, without its folder and arguments. */
function programOf(value: unknown): string | null {
  const [program = ''] = typeof value === 'string' ? value.slice(0, 400).split(' ') : [];
  return program.startsWith('/') ? (program.split('/').at(-1) ?? null) : program || null;
}

/** Disks with their parts below each. */
function addParts(devices: unknown): unknown[] {
  return (Array.isArray(devices) ? devices : []).flatMap((one) =>
    isObject(one) && Array.isArray(one.children) ? [one, ...one.children.filter(isObject)] : [one],
  );
}

function addressesOf(value: unknown): string | null {
  const addresses = (Array.isArray(value) ? value : []).flatMap((one) =>
    isObject(one) && one.scope !== 'link' && typeof one.local === 'string' ? [one.local] : [],
  );
  return addresses.join(', ') || null;
}
