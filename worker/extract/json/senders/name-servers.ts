import { isObject } from '../fields.ts';
import { percent, percentOf, rounded, unit, unlessZero } from './forms.ts';
import type { Sender } from './sender.ts';

const COUNT = unlessZero(rounded(0));

/** Name servers that block advertisements. */
export const NAME_SERVERS: Sender[] = [
  {
    // Pi-hole 6
    has: ['queries/percent_blocked', 'gravity/domains_being_blocked'],
    title: '',
    lead: ['blocked', 'queries/percent_blocked', percent],
    facts: [
      ['queries', 'queries/total'],
      ['blocked queries', 'queries/blocked'],
      ['cached', 'queries/cached'],
      ['forwarded', 'queries/forwarded'],
      ['clients', 'clients/active'],
      ['domains on the list', 'gravity/domains_being_blocked'],
      ['list updated', 'gravity/last_update'],
    ],
    clutter: 'took',
  },
  {
    // Pi-hole 5
    has: ['ads_percentage_today', 'dns_queries_today'],
    title: '',
    lead: ['blocked today', 'ads_percentage_today', percent],
    facts: [
      ['queries today', 'dns_queries_today'],
      ['blocked queries', 'ads_blocked_today'],
      ['cached', 'queries_cached'],
      ['forwarded', 'queries_forwarded'],
      ['clients', 'unique_clients'],
      ['domains on the list', 'domains_being_blocked'],
      ['status', 'status'],
    ],
    clutter: 'privacy_level',
  },
  {
    // AdGuard Home
    has: ['num_dns_queries', 'num_blocked_filtering'],
    title: '',
    lead: ['blocked', 'num_blocked_filtering', percentOf('num_dns_queries')],
    facts: [
      ['queries', 'num_dns_queries'],
      ['answered in', 'avg_processing_time', unit('ms', { times: 1000, digits: 0 })],
      ['unsafe', 'num_replaced_safebrowsing', COUNT],
      ['adult', 'num_replaced_parental', COUNT],
    ],
    rows: {
      of: (root) => (isObject(root) ? countsOf(root.top_blocked_domains) : []),
      columns: [
        ['most blocked', 'name'],
        ['times', 'times'],
      ],
    },
    clutter: 'time_units',
  },
];

/** Names with a count each, one an object, as rows. */
function countsOf(list: unknown): unknown[] {
  return (Array.isArray(list) ? list : [])
    .filter(isObject)
    .flatMap((one) => Object.entries(one).map(([name, times]) => ({ name, times })));
}
