import { isObject, textOf } from '../fields.ts';
import { duration, moment, numberOf, rounded, splitWords, unit } from './forms.ts';
import type { Form, Sender } from './sender.ts';

/** A delay in units of so many seconds, as boards write it. */
const late =
  (each: number): Form =>
  (value) => {
    const minutes = Math.round(((numberOf(value) ?? 0) * each) / 60);
    return minutes === 0 ? null : `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}`;
  };

/** The parts of a journey of HAFAS as transport.rest writes them. */
const journey = (root: string): Sender => ({
  has: [`${root}legs/0/origin/name`, `${root}legs/0/destination/name`, `${root}legs/0/departure`],
  title: '',
  rows: {
    of: `${root}legs`,
    columns: [
      ['departs', 'departure|plannedDeparture'],
      ['from', 'origin/name'],
      ['with', 'line/name'],
      ['track', 'departurePlatform|plannedDeparturePlatform'],
      ['arrives', 'arrival|plannedArrival'],
      ['at', 'destination/name'],
      ['delay', 'departureDelay', late(1)],
    ],
  },
  clutter:
    'type id location products nationalExpress trip_id direction reachable walking refresh_token planned_departure ' +
    'planned_arrival planned_departure_platform planned_arrival_platform departure_prognosis_type ' +
    'arrival_prognosis_type realtime_data_updated_at admin_code fahrt_nr mode product product_name operator cycle',
});

/** Departures, alerts of public transport, flights, and where people and vehicles are. */
export const JOURNEYS: Sender[] = [
  {
    // Railways of the Netherlands
    has: ['payload/departures/0/plannedDateTime', 'payload/departures/0/direction'],
    title: '',
    rows: {
      of: 'payload/departures',
      columns: [
        ['time', 'actualDateTime|plannedDateTime'],
        ['to', 'direction'],
        ['train', 'product/longCategoryName|name'],
        ['track', 'actualTrack|plannedTrack'],
        ['status', 'cancelled', (value) => (value === true ? 'cancelled' : null)],
      ],
    },
    clutter:
      'source name planned_date_time actual_date_time planned_time_zone_offset actual_time_zone_offset planned_track product ' +
      'number category_code short_category_name long_category_name operator_code operator_name type train_category ' +
      'route_stations departure_status cancelled journey_detail_ref',
  },
  journey(''),
  journey('journeys/0/'),
  {
    // iRail
    has: ['stationinfo/standardname', 'departures/departure'],
    title: '{stationinfo/standardname}',
    rows: {
      of: 'departures/departure',
      columns: [
        ['time', 'time', moment],
        ['to', 'station'],
        ['train', 'vehicleinfo/shortname'],
        ['platform', 'platform'],
        ['delay', 'delay', late(1)],
      ],
    },
    clutter:
      'version timestamp station stationinfo vehicle vehicleinfo stationinfo platforminfo canceled left isextra ' +
      'departure_connection occupancy number is_extra location_x location_y standardname',
  },
  {
    // National Rail, by Huxley
    has: ['trainServices/0/std', 'trainServices/0/destination', 'locationName'],
    title: '{locationName}',
    rows: {
      of: 'trainServices',
      columns: [
        ['time', 'std'],
        ['to', 'destination/0/locationName'],
        ['expected', 'etd'],
        ['platform', 'platform'],
        ['operator', 'operator'],
      ],
    },
    clutter:
      'generated_at crs filter_location_name filtercrs filter_type platform_available are_services_available origin ' +
      'current_origins rsid service_type length detach_front is_reverse_formation sta eta operator_code is_cancelled ' +
      'filter_location_cancelled service_id_percent_encoded service_id_guid service_id_url_safe destination formation',
  },
  {
    // Wiener Linien
    has: ['data/monitors/0/lines', 'data/monitors/0/locationStop'],
    title: '{data/monitors/0/locationStop/properties/title}',
    rows: {
      of: viennese,
      columns: [
        ['line', 'name'],
        ['to', 'towards'],
        ['in minutes', 'departures/departure/0/departureTime/countdown'],
        ['then', 'departures/departure/1/departureTime/countdown'],
        ['and then', 'departures/departure/2/departureTime/countdown'],
      ],
    },
    clutter:
      'type geometry attributes message value server_time richtungs_id barrier_free folding_ramp realtime_supported ' +
      'trafficjam time_planned time_real vehicle line_id direction platform rbl',
  },
  {
    // GTFS Realtime, alerts
    has: ['entity/0/alert/header_text/translation'],
    title: '',
    rows: {
      of: 'entity',
      columns: [
        ['lines', 'alert/informed_entity', routes],
        ['alert', 'alert/header_text/translation/0/text'],
        ['until', 'alert/active_period/0/end', moment],
      ],
    },
    clutter:
      'header incrementality timestamp language informed_entity cause active_period start url ' +
      'severity_level',
  },
  {
    // OpenSky
    has: ['time', 'states/0/16'],
    title: '',
    rows: {
      of: 'states',
      columns: [
        ['flight', '1'],
        ['from', '2'],
        ['altitude', '7|13', unit('m', { digits: 0 })],
        ['speed', '9', unit('km/h', { times: 3.6, digits: 0 })],
        ['course', '10', unit('°', { digits: 0 })],
      ],
    },
  },
  {
    // ADS-B receivers
    has: ['aircraft/0/hex', 'now'],
    title: '',
    rows: {
      of: 'aircraft',
      order: (a, b) => Number(textOf(a.flight) === '') - Number(textOf(b.flight) === ''),
      columns: [
        ['flight', 'flight|r|hex', (value) => textOf(value).trim() || null],
        ['type', 't'],
        [
          'altitude',
          'alt_baro|altitude',
          (value) => (numberOf(value) === null ? textOf(value) : `${textOf(value)} ft`),
        ],
        ['speed', 'gs|speed', unit('kt', { digits: 0 })],
        ['course', 'track', unit('°', { digits: 0 })],
      ],
    },
    clutter:
      'now hex type squawk emergency category lat lon nic rc seen_pos version nic_baro nac_p nac_v sil sil_type gva ' +
      'sda mlat tisb seen rssi alt_geom baro_rate nav_qnh nav_altitude_mcp nav_heading ias tas mach geom_rate roll ' +
      'true_heading mag_heading nav_modes alert spi',
  },
  {
    // FlightAware
    has: ['flights/0/ident', 'flights/0/scheduled_out'],
    title: '{flights/0/ident}',
    lead: ['status', 'flights/0/status'],
    facts: [
      ['from', 'flights/0/origin/city|flights/0/origin/code'],
      ['to', 'flights/0/destination/city|flights/0/destination/code'],
      ['departs', 'flights/0/actual_out|flights/0/estimated_out|flights/0/scheduled_out'],
      ['arrives', 'flights/0/actual_in|flights/0/estimated_in|flights/0/scheduled_in'],
      ['gate', 'flights/0/gate_origin'],
      ['terminal', 'flights/0/terminal_origin'],
      ['delay', 'flights/0/departure_delay', duration()],
      ['aircraft', 'flights/0/aircraft_type'],
      ['progress', 'flights/0/progress_percent', unit('%')],
    ],
    clutter:
      'ident ident_icao ident_iata fa_flight_id operator operator_icao operator_iata flight_number registration ' +
      'atc_ident inbound_fa_flight_id codeshares codeshares_iata blocked diverted cancelled position_only code code_icao ' +
      'code_iata code_lid timezone airport_info_url scheduled_off estimated_off actual_off scheduled_on estimated_on ' +
      'actual_on filed_airspeed filed_altitude seats_cabin_business seats_cabin_coach ' +
      'seats_cabin_first foresight_predictions_available filed_ete route_distance type scheduled_out scheduled_in num_pages',
  },
  {
    // aviationstack
    has: ['data/0/flight_status', 'data/0/departure/airport'],
    title: '',
    rows: {
      of: 'data',
      columns: [
        ['flight', 'flight/iata'],
        ['from', 'departure/airport'],
        ['departs', 'departure/scheduled'],
        ['to', 'arrival/airport'],
        ['arrives', 'arrival/scheduled'],
        ['status', 'flight_status'],
      ],
    },
    clutter:
      'pagination flight_date timezone iata icao estimated actual estimated_runway actual_runway number ' +
      'codeshared',
  },
  {
    // OwnTracks
    has: ['_type=location', 'lat', 'lon'],
    title: '{tid}',
    facts: [
      ['at', 'inregions|poi'],
      ['latitude', 'lat', rounded(4)],
      ['longitude', 'lon', rounded(4)],
      ['speed', 'vel', unit('km/h')],
      ['altitude', 'alt', unit('m')],
      ['battery', 'batt', unit('%')],
      ['time', 'tst', moment],
    ],
    clutter: '_type acc bs conn created_at m t vac cog topic ssid bssid inrids p',
  },
  {
    // Traccar
    has: ['event/type', 'device/name', 'device/uniqueId'],
    title: '{device/name}',
    lead: ['event', 'event/type', splitWords],
    facts: [
      ['place', 'geofence/name|position/address'],
      ['speed', 'position/speed', unit('km/h', { times: 1.852, digits: 0 })],
      ['status', 'device/status'],
      ['time', 'event/eventTime|position/fixTime'],
    ],
    clutter:
      'unique_id last_update position_id group_id phone model category disabled protocol server_time ' +
      'device_time fix_time outdated valid altitude course accuracy network geofence_ids maintenance_id',
  },
];

/** The lines of all stops of a board. */
function viennese(root: unknown): unknown[] {
  const { monitors } = (root as { data: { monitors: unknown } }).data;
  return (Array.isArray(monitors) ? monitors : []).flatMap((one) =>
    isObject(one) && Array.isArray(one.lines) ? one.lines : [],
  );
}

/** The lines that an alert is about. */
function routes(value: unknown): string | null {
  const names = (Array.isArray(value) ? value : []).filter(isObject).map(({ route_id: id }) => textOf(id));
  return [...new Set(names.filter((name) => name !== ''))].join(', ') || null;
}
