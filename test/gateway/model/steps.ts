import * as fc from 'fast-check';
import type { Direction, Fault } from './mqtt-wire.ts';

/** One event in the life of a panel and of its owners. Numbers that choose among things count round and round. */
export type Event =
  | { do: 'push'; picture: number; priority: number; rendered: boolean }
  | { do: 'activate' | 'remove' | 'tooOld'; which: number }
  | { do: 'advance' | 'render' | 'unbind' }
  | { do: 'policy'; policy: 'all' | 'latest' }
  | { do: 'claim'; owner: number }
  /** The panel enrols again. `lost`: the response never reaches it. */
  | { do: 'enrol'; format: 'raw1' | 'raw2'; lost: boolean }
  | { do: 'wake' | 'visit'; gateway: number }
  /** It turns up at another gateway while the one it had neither notices nor is notified. */
  | { do: 'move'; gateway: number }
  /** `powerLost`: without goodbye; `blank`: and the glass forgets its picture. */
  | { do: 'sleep' | 'powerLost' | 'blank' | 'heartbeat' | 'twinGone' }
  | { do: 'faults'; fails: boolean; silent: boolean }
  | { do: 'disturb'; direction: Direction; faults: Fault[] }
  | { do: 'hold'; direction: Direction }
  | { do: 'release' | 'cut' | 'abandon' }
  /** A message that is not true, or not any more. */
  | {
      do: 'forge';
      which: number;
      times: number;
      sameCommand: boolean;
      claims: 'shown' | 'failed' | 'reported';
      sha256: 'right' | 'other format' | 'wrong';
    }
  | { do: 'killGateway' | 'databaseCut' | 'databaseFrozen' | 'databaseBack' | 'listenerCut'; gateway: number }
  | { do: 'commitLost'; gateway: number }
  /** 901: signed addresses and claim codes expire. */
  | { do: 'timePasses'; seconds: number }
  | { do: 'pause'; ms: number }
  /** Until all is as it should be, or a moment has passed. */
  | { do: 'settle' }
  /** Both at once. */
  | { do: 'both'; events: [Event, Event] };

const which = fc.nat({ max: 7 });
const gateway = fc.nat({ max: 1 });
const direction = fc.constantFrom<Direction>('up', 'down');
const event = <T extends Record<string, fc.Arbitrary<unknown>>, D extends Event['do']>(what: D, rest: T) =>
  fc.record({ do: fc.constant(what), ...rest }) as unknown as fc.Arbitrary<Event>;

const OWNER: [number, fc.Arbitrary<Event>][] = [
  [
    14,
    event('push', {
      picture: fc.nat({ max: 2 }),
      priority: fc.nat({ max: 1 }),
      rendered: fc.boolean(),
    }),
  ],
  [3, event('render', {})],
  [12, event('activate', { which })],
  [6, event('advance', {})],
  [2, event('remove', { which })],
  [1, event('tooOld', { which })],
  [2, event('policy', { policy: fc.constantFrom('all', 'latest') })],
  [2, event('unbind', {})],
  [5, event('claim', { owner: fc.nat({ max: 1 }) })],
];

const PANEL: [number, fc.Arbitrary<Event>][] = [
  [12, event('wake', { gateway })],
  [3, event('sleep', {})],
  [3, event('powerLost', {})],
  [1, event('blank', {})],
  [3, event('heartbeat', {})],
  [2, event('visit', { gateway })],
  [3, event('move', { gateway })],
  [1, event('twinGone', {})],
  [8, event('faults', { fails: fc.boolean(), silent: fc.boolean() })],
  [2, event('enrol', { format: fc.constantFrom('raw1', 'raw2'), lost: fc.boolean() })],
  [
    6,
    event('forge', {
      which,
      times: fc.integer({ min: 1, max: 3 }),
      sameCommand: fc.boolean(),
      claims: fc.constantFrom('shown', 'failed', 'reported'),
      sha256: fc.constantFrom('right', 'right', 'other format', 'wrong'),
    }),
  ],
];

const WORLD: [number, fc.Arbitrary<Event>][] = [
  [
    6,
    event('disturb', {
      direction,
      faults: fc.array(fc.constantFrom<Fault>('lose', 'repeat', 'late'), { minLength: 1, maxLength: 4 }),
    }),
  ],
  [3, event('hold', { direction })],
  [3, event('release', {})],
  [3, event('cut', {})],
  [2, event('abandon', {})],
  [1, event('killGateway', { gateway })],
  [1, event('databaseCut', { gateway })],
  [1, event('databaseFrozen', { gateway })],
  [3, event('databaseBack', { gateway })],
  [1, event('listenerCut', { gateway })],
  [1, event('commitLost', { gateway })],
  [2, event('timePasses', { seconds: fc.constantFrom(40, 901) })],
  [4, event('pause', { ms: fc.nat({ max: 60 }) })],
  [12, event('settle', {})],
];

const single = fc.oneof(
  ...[...OWNER, ...PANEL, ...WORLD].map(([weight, arbitrary]) => ({ weight, arbitrary })),
);
const both = fc.tuple(single, single).map((events): Event => ({ do: 'both', events }));

/** The events of one life. */
export const lives = fc.array(fc.oneof({ weight: 12, arbitrary: single }, { weight: 1, arbitrary: both }), {
  minLength: 5,
  maxLength: 40,
  size: 'max',
});
