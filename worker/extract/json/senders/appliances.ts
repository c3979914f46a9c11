import { isObject, textOf } from '../fields.ts';
import { bytes, codeWords, duration, lowerCase, moment, splitWords, unit } from './forms.ts';
import type { Sender } from './sender.ts';

const CELSIUS = unit('°C', { digits: 0 });

/** The last part of a name of Home Connect: `BSH.Common.EnumType.OperationState.Run`. */
const lastPart = (value: unknown) => {
  const name = textOf(value).split('.').at(-1) ?? '';
  return splitWords(name, () => null)?.toLowerCase() ?? null;
};

const homeConnect = (name: string) => `data/status/[key=BSH.Common.Status.${name}]/value`;

/** Printers, robots, white goods, cars and servers of a home. */
export const APPLIANCES: Sender[] = [
  {
    // PrusaLink
    has: ['printer/state', 'printer/temp_nozzle'],
    title: '{job/file/display_name}',
    lead: ['progress', 'job/progress', unit('%', { digits: 0 })],
    facts: [
      ['state', 'printer/state', lowerCase],
      ['left', 'job/time_remaining', duration()],
      ['printing for', 'job/time_printing', duration()],
      ['nozzle', 'printer/temp_nozzle', CELSIUS],
      ['bed', 'printer/temp_bed', CELSIUS],
      ['speed', 'printer/speed', unit('%')],
    ],
    clutter:
      'target_nozzle target_bed axis_x axis_y axis_z flow fan_hotend fan_print status_connect status_printer storage read_only path name free_space',
  },
  {
    // Roborock, by Valetudo
    has: ['0/__class', '0/metaData'],
    title: '',
    lead: ['state', '[__class=StatusStateAttribute]/value', splitWords],
    facts: [
      ['battery', '[__class=BatteryStateAttribute]/level', unit('%')],
      ['charging', '[__class=BatteryStateAttribute]/flag', lowerCase],
      ['dock', '[__class=DockStatusStateAttribute]/value', lowerCase],
    ],
    rows: {
      of: (root) => (Array.isArray(root) ? root.filter((one) => isObject(one) && 'remaining' in one) : []),
      columns: [
        ['part', 'subType', (value, at) => `${textOf(value)} ${textOf(at('type'))}`.replaceAll('_', ' ')],
        [
          'left',
          'remaining/value',
          (value, at) =>
            at('remaining/unit') === 'percent' ? `${textOf(value)} %` : duration(60)(value, at),
        ],
      ],
    },
    clutter: '__class meta_data type sub_type unit flag attached custom_value',
  },
  {
    // La Marzocco
    has: ['modelName', 'selectedWidgets/0/code', 'selectedWidgets/0/output'],
    title: '{modelName}',
    lead: ['coffees', 'selectedWidgets/[code=COFFEE_AND_FLUSH_COUNTER]/output/totalCoffee'],
    facts: [
      ['flushes', 'selectedWidgets/[code=COFFEE_AND_FLUSH_COUNTER]/output/totalFlush'],
      ['connected', 'connected'],
    ],
    rows: {
      of: 'selectedWidgets/[code=LAST_COFFEE]/output/lastCoffees',
      columns: [
        ['last coffees', 'time', moment],
        ['extraction', 'extractionSeconds', unit('s', { digits: 1 })],
        ['dose', 'doseMode', splitWords],
      ],
    },
    clutter:
      'serial_number type name model_code selected_widget_codes all_widget_codes code index days connection_date dose_index',
  },
  {
    // iRobot
    has: ['state/reported/cleanMissionStatus/phase'],
    title: '{state/reported/name}',
    lead: [
      'state',
      'state/reported/cleanMissionStatus/phase',
      codeWords({
        run: 'cleaning',
        charge: 'charging',
        hmUsrDock: 'going home',
        stuck: 'stuck',
        stop: 'stopped',
        evac: 'emptying',
      }),
    ],
    facts: [
      ['battery', 'state/reported/batPct', unit('%')],
      ['bin full', 'state/reported/bin/full'],
      ['minutes', 'state/reported/cleanMissionStatus/mssnM'],
      ['error', 'state/reported/cleanMissionStatus/error', (value) => (value === 0 ? null : textOf(value))],
    ],
  },
  {
    // Miele
    has: ['ident/type/value_localized', 'state/status/value_localized'],
    title: '{ident/deviceName|ident/type/value_localized}',
    lead: ['state', 'state/status/value_localized'],
    facts: [
      ['program', 'state/ProgramID/value_localized'],
      ['phase', 'state/programPhase/value_localized'],
      ['left', 'state/remainingTime', hoursAndMinutes],
      ['elapsed', 'state/elapsedTime', hoursAndMinutes],
      ['spinning', 'state/spinningSpeed/value_localized'],
    ],
  },
  {
    // Home Connect
    has: ['data/status/0/key', 'data/status/0/value'],
    title: '',
    lead: ['state', homeConnect('OperationState'), lastPart],
    facts: [
      ['door', homeConnect('DoorState'), lastPart],
      ['started from afar', homeConnect('RemoteControlStartAllowed')],
    ],
  },
  {
    // Škoda
    has: ['status/battery/stateOfChargeInPercent', 'carCapturedTimestamp'],
    title: '',
    lead: ['battery', 'status/battery/stateOfChargeInPercent', unit('%')],
    facts: [
      ['state', 'status/state', lowerCase],
      ['range', 'status/battery/remainingCruisingRangeInMeters', unit('km', { times: 0.001, digits: 0 })],
      ['left', 'status/remainingTimeToFullyChargedInMinutes', duration(60)],
      ['power', 'status/chargePowerInKw', unit('kW')],
      ['up to', 'settings/targetStateOfChargeInPercent', unit('%')],
      ['time', 'carCapturedTimestamp'],
    ],
    clutter:
      'preferred_charge_mode available_charge_modes charging_care_mode auto_unlock_plug_when_charged max_charge_current_ac battery_support is_vehicle_in_saved_location charge_type type charging_rate_in_kilometers_per_hour',
  },
  {
    // UniFi Protect
    has: ['alarm/name', 'alarm/triggers/0/key'],
    title: '{alarm/name}',
    lead: ['seen', 'alarm/triggers/0/key', splitWords],
    facts: [
      ['camera', 'alarm/triggers/0/device'],
      ['time', 'timestamp'],
    ],
    clutter: 'sources conditions event_path event_local_link',
  },
  {
    // Nextcloud
    has: ['ocs/data/nextcloud/system/version', 'ocs/data/activeUsers'],
    title: 'Nextcloud',
    lead: ['free', 'ocs/data/nextcloud/system/freespace', bytes()],
    facts: [
      ['files', 'ocs/data/nextcloud/storage/num_files'],
      ['users', 'ocs/data/nextcloud/storage/num_users'],
      ['active in 24 h', 'ocs/data/activeUsers/last24hours'],
      ['shares', 'ocs/data/nextcloud/shares/num_shares'],
      ['updates of apps', 'ocs/data/nextcloud/system/apps/num_updates_available'],
      ['version', 'ocs/data/nextcloud/system/version'],
    ],
  },
];

/** A span of time as hours and minutes in a list. */
function hoursAndMinutes(value: unknown): string | null {
  const [hours, minutes] = Array.isArray(value) ? value : [];
  if (typeof hours !== 'number' || typeof minutes !== 'number' || hours + minutes === 0) return null;
  return duration(60)(hours * 60 + minutes, () => null);
}
