import { isObject } from '../fields.ts';
import { codeWords, lowerCase, moment, rounded, unit } from './forms.ts';
import type { Sender } from './sender.ts';

/** The load of pollen in the classes of the German weather service. */
const POLLEN = codeWords({
  '-1': '',
  '0': 'none',
  '0-1': 'none to low',
  '1': 'low',
  '1-2': 'low to medium',
  '2': 'medium',
  '2-3': 'medium to high',
  '3': 'high',
});

/** Warnings of weather and earthquakes, pollen, tides, and what is above the Earth. */
export const WARNINGS: Sender[] = [
  {
    // National Weather Service, one warning or several
    has: ['features/0/properties/headline', 'features/0/properties/areaDesc'],
    title: '{features/0/properties/event}',
    text: 'features/0/properties/description',
    facts: [
      ['severity', 'features/0/properties/severity', lowerCase],
      ['where', 'features/0/properties/areaDesc'],
      ['from', 'features/0/properties/onset|features/0/properties/effective'],
      ['until', 'features/0/properties/ends|features/0/properties/expires'],
      ['what to do', 'features/0/properties/instruction'],
    ],
    rows: {
      of: (root) => listIn(root, 'features').slice(1),
      columns: [
        ['also', 'properties/event'],
        ['where', 'properties/areaDesc'],
        ['until', 'properties/ends|properties/expires'],
      ],
    },
    clutter:
      'type geocode affected_zones references sent effective onset expires status message_type category certainty ' +
      'urgency sender response scope code language web event_code replaced_by replaced_at title updated',
  },
  {
    // Nina, of the German Federal Office of Civil Protection
    has: ['0/i18nTitle/de', '0/startDate', '0/severity'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['warning', 'i18nTitle/de'],
        ['severity', 'severity', lowerCase],
        ['from', 'startDate'],
        ['until', 'expiresDate'],
      ],
    },
    clutter: 'version urgency type trans_keys i18n_title',
  },
  {
    // Bright Sky, warnings of the German weather service
    has: ['alerts/0/event_de', 'alerts/0/onset', 'alerts/0/severity'],
    title: '{location/name}',
    rows: {
      of: 'alerts',
      columns: [
        ['warning', 'headline_de|event_de'],
        ['severity', 'severity', lowerCase],
        ['from', 'onset'],
        ['until', 'expires'],
        ['description', 'description_de'],
        ['advice', 'instruction_de'],
      ],
    },
    clutter:
      'alert_id effective category response_type urgency certainty event_code event_en ' +
      'event_de status location warn_cell_id name_short district state state_short',
  },
  {
    // United States Geological Survey
    has: ['features/0/properties/mag', 'features/0/properties/place'],
    title: '{metadata/title}',
    rows: {
      of: 'features',
      columns: [
        ['magnitude', 'properties/mag', rounded(1)],
        ['where', 'properties/place'],
        ['when', 'properties/time', moment],
        ['tsunami', 'properties/tsunami', (value) => (value === 1 ? 'warning' : null)],
      ],
    },
    clutter:
      'type metadata generated status count updated cdi mmi alert net code ids sources types nst dmin rms gap ' +
      'mag_type title bbox sig tsunami api tz detail',
  },
  {
    // German weather service, pollen
    has: ['content/0/region_name', 'content/0/Pollen'],
    title: '{content/0/region_name}',
    rows: {
      of: 'content/0/Pollen',
      columns: [
        ['pollen', '@'],
        ['today', 'today', POLLEN],
        ['tomorrow', 'tomorrow', POLLEN],
        ['the day after', 'dayafter_to', POLLEN],
      ],
    },
    clutter: 'sender name last_update next_update legend partregion_name',
  },
  {
    // NOAA, tides
    has: ['predictions/0/t', 'predictions/0/v', 'predictions/0/type'],
    title: '',
    rows: {
      of: 'predictions',
      columns: [
        ['time', 't'],
        ['tide', 'type', codeWords({ H: 'high', L: 'low', HH: 'higher high', LL: 'lower low' })],
        ['level', 'v', rounded(2)],
      ],
    },
  },
  {
    // Open Notify, who is in space
    has: ['people/0/craft', 'people/0/name', 'number'],
    title: '',
    lead: ['people in space', 'number'],
    rows: {
      of: 'people',
      columns: [
        ['name', 'name'],
        ['craft', 'craft'],
      ],
    },
    clutter: 'message',
  },
  {
    // Where the ISS is
    has: ['iss_position/latitude', 'iss_position/longitude'],
    title: 'ISS',
    facts: [
      ['latitude', 'iss_position/latitude', unit('°', { digits: 1 })],
      ['longitude', 'iss_position/longitude', unit('°', { digits: 1 })],
      ['time', 'timestamp', moment],
    ],
    clutter: 'message',
  },
  {
    // Launch Library
    has: ['results/0/net', 'results/0/pad', 'results/0/status'],
    title: '',
    rows: {
      of: 'results',
      columns: [
        ['launch', 'net'],
        ['mission', 'name'],
        ['status', 'status/name'],
        ['from', 'pad/location/name|pad/name'],
      ],
    },
    clutter:
      'count next previous slug url abbrev last_updated window_end window_start net_precision ' +
      'launch_service_provider rocket pad image infographic webcast_live program type location_name ' +
      'hashtag orbital_launch_attempt_count location_launch_attempt_count pad_launch_attempt_count ' +
      'agency_launch_attempt_count response_mode lsp_name',
  },
  {
    // NASA, picture of the day
    has: ['explanation', 'media_type', 'service_version', 'title'],
    title: '{title}',
    text: 'explanation',
    facts: [
      ['date', 'date'],
      ['copyright', 'copyright'],
    ],
    clutter: 'media_type service_version hdurl',
  },
  {
    // Farmsense, the Moon
    has: ['0/Moon', '0/Phase', '0/Illumination'],
    title: '',
    lead: ['moon', '0/Phase', lowerCase],
    facts: [
      ['lit', '0/Illumination', unit('%', { times: 100, digits: 0 })],
      ['age', '0/Age', unit('days', { digits: 1 })],
      ['name', '0/Moon/0'],
      ['distance', '0/Distance', unit('km', { digits: 0 })],
    ],
    clutter: 'error target_date index angular_diameter distance_to_sun sun_angular_diameter moon',
  },
];

const listIn = (root: unknown, name: string): unknown[] =>
  isObject(root) && Array.isArray(root[name]) ? (root[name] as unknown[]) : [];
