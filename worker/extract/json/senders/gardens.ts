import { isObject, textOf } from '../fields.ts';
import { codeWords, duration, lowerCase, moment, numberOf, unit, unlessZero } from './forms.ts';
import type { Form, Sender } from './sender.ts';

/** A moment in the time of the place, which the sender counts as if it were UTC; nothing for none. */
const localMoment: Form = (value, at) =>
  numberOf(value) === 0 ? null : (moment(value, at)?.replace(/:\d\d\.\d+Z$/, '') ?? null);

const unlessNone: Form = (value, at) => (value === 'NONE' ? null : lowerCase(value, at));
const HOURS = duration();

/** Machines in the garden. */
export const GARDENS: Sender[] = [
  {
    // Husqvarna Automower
    has: ['data/0/type=mower', 'data/0/attributes/mower/activity'],
    title: '{data/0/attributes/system/name}',
    lead: [
      'state',
      'data/0/attributes/mower/activity',
      codeWords({
        MOWING: 'mowing',
        GOING_HOME: 'going home',
        CHARGING: 'charging',
        LEAVING: 'leaving the station',
        PARKED_IN_CS: 'parked in the station',
        STOPPED_IN_GARDEN: 'stopped in the garden',
        NOT_APPLICABLE: 'not known',
        UNKNOWN: 'not known',
      }),
    ],
    facts: [
      ['error', 'data/0/attributes/mower/errorCode', unlessZero(textOf)],
      ['next start', 'data/0/attributes/planner/nextStartTimestamp', localMoment],
      ['battery', 'data/0/attributes/battery/batteryPercent', unit('%')],
      ['waits for', 'data/0/attributes/planner/restrictedReason', unlessNone],
      ['inactive', 'data/0/attributes/mower/inactiveReason', unlessNone],
      ['connected', 'data/0/attributes/metadata/connected'],
      ['mowed', 'data/0/attributes/statistics/totalCuttingTime', HOURS],
      ['blades', 'data/0/attributes/statistics/cuttingBladeUsageTime', HOURS],
      ['way', 'data/0/attributes/statistics/totalDriveDistance', unit('km', { times: 0.001, digits: 0 })],
      ['collisions', 'data/0/attributes/statistics/numberOfCollisions'],
      ['seen', 'data/0/attributes/metadata/statusTimestamp', moment],
    ],
    rows: {
      // The area without a name is all that belongs to no other.
      of: (root) => namedAreas(root),
      columns: [
        ['area', 'name'],
        ['height', 'cuttingHeight', unit('%')],
        ['mowed', 'progress', unit('%')],
      ],
    },
    clutter:
      'type capabilities serial_number work_area_id error_code_timestamp error_code is_error_confirmable positions override mode ' +
      'inactive_reason restricted_reason next_start_timestamp dirty',
  },
];

function namedAreas(root: unknown): unknown[] {
  const [mower] = isObject(root) && Array.isArray(root.data) ? root.data : [];
  const areas = isObject(mower) && isObject(mower.attributes) ? mower.attributes.workAreas : [];
  return (Array.isArray(areas) ? areas : []).filter((one) => isObject(one) && textOf(one.name) !== '');
}
