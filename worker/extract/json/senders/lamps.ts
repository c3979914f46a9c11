import { lowerCase, unit } from './forms.ts';
import type { Sender } from './sender.ts';

/** Lamps and switches. */
export const LAMPS: Sender[] = [
  {
    // WLED
    has: ['state/bri', 'state/seg', 'info/ver'],
    title: '{info/name}',
    lead: ['brightness', 'state/bri', unit('%', { times: 100 / 255, digits: 0 })],
    facts: [
      ['on', 'state/on'],
      ['lamps', 'info/leds/count'],
      ['power', 'info/leds/pwr', unit('mA')],
      ['version', 'info/ver'],
    ],
    rows: {
      of: 'state/seg',
      columns: [
        ['segment', 'n|id'],
        ['on', 'on'],
        ['brightness', 'bri', unit('%', { times: 100 / 255, digits: 0 })],
        ['first', 'start'],
        ['lamps', 'len'],
      ],
    },
    clutter:
      'effects palettes transition ps pl nl udpn lor mainseg grp spc of frz cct set col fx sx ix pal c1 c2 ' +
      'c3 sel rev mi o1 o2 o3 si m12 stop vid leds str udpport live liveseg lm lip ws fxcount palcount ' +
      'cpalcount maps fs ndc arch core lwip freeheap opt brand product mac ip',
  },
  {
    // Tasmota, state
    has: ['Uptime', 'POWER', 'Wifi/Signal'],
    title: '',
    lead: ['power', 'POWER', lowerCase],
    facts: [
      ['uptime', 'Uptime'],
      ['signal', 'Wifi/Signal', unit('dBm')],
      ['network', 'Wifi/SSId'],
      ['time', 'Time'],
    ],
    clutter: 'uptime_sec heap sleep_mode sleep load_avg mqtt_count ap bssid channel mode rssi link_count',
  },
];
