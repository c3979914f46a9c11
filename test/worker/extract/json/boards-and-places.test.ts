import test from 'ava';
import { readFacts } from './read-facts.ts';

/** What boards of stations, receivers of aircraft and trackers of vehicles send. */

test('a departure has its real time, and says that it is cancelled', (t) => {
  const page = readFacts({
    payload: {
      departures: [
        {
          direction: 'Nijmegen',
          plannedDateTime: '2026-11-20T11:12:00+0100',
          actualDateTime: '2026-11-20T11:14:00+0100',
          plannedTrack: '5',
          product: { longCategoryName: 'Sprinter' },
        },
        {
          direction: 'Den Haag Centraal',
          actualDateTime: '2026-11-20T11:22:00+0100',
          plannedTrack: '5',
          product: { longCategoryName: 'Intercity' },
          cancelled: true,
        },
      ],
    },
  });
  t.like(page, {
    header: ['time', 'to', 'train', 'track', 'status'],
    rows: [
      ['2026-11-20T11:14:00+0100', 'Nijmegen', 'Sprinter', '5', ''],
      ['2026-11-20T11:22:00+0100', 'Den Haag Centraal', 'Intercity', '5', 'cancelled'],
    ],
  });
});

test('a journey is a row for each of its parts', (t) => {
  const leg = (from: string, to: string, line: string, departureDelay: number) => ({
    origin: { type: 'station', name: from },
    destination: { type: 'station', name: to },
    departure: '2026-11-20T10:05:00+01:00',
    arrival: '2026-11-20T11:12:00+01:00',
    departureDelay,
    line: { type: 'line', name: line },
  });
  const page = readFacts({
    journeys: [
      {
        type: 'journey',
        legs: [leg('Celle', 'Hannover', 'RE 2', 300), leg('Hannover', 'Bremen', 'RE 1', 0)],
      },
    ],
  });
  t.deepEqual(page.header, ['departs', 'from', 'with', 'arrives', 'at', 'delay']);
  t.deepEqual(
    page.rows?.map((row) => [row[1], row[2], row[4], row[5]]),
    [
      ['Celle', 'RE 2', 'Hannover', '+5'],
      ['Hannover', 'RE 1', 'Bremen', ''],
    ],
  );
});

test('a delay in seconds is one in minutes', (t) => {
  const page = readFacts({
    stationinfo: { standardname: 'Gent-Sint-Pieters' },
    departures: {
      departure: [
        {
          station: 'Antwerp-Central',
          time: '1795000000',
          vehicleinfo: { shortname: 'IC 3033' },
          platform: '3',
        },
        {
          delay: '300',
          station: 'Eupen',
          time: '1795000600',
          vehicleinfo: { shortname: 'IC 3033' },
          platform: '4',
        },
      ],
    },
  });
  t.like(page, {
    title: 'Gent-Sint-Pieters',
    header: ['time', 'to', 'train', 'platform', 'delay'],
    rows: [
      ['2026-11-18T11:06:40.000Z', 'Antwerp-Central', 'IC 3033', '3', ''],
      ['2026-11-18T11:16:40.000Z', 'Eupen', 'IC 3033', '4', '+5'],
    ],
  });
});

test('the lines of all stops of a station are rows with their next minutes', (t) => {
  const page = readFacts({
    data: {
      monitors: [
        {
          locationStop: { properties: { title: 'Schwedenplatz' } },
          lines: [
            {
              name: 'U1',
              towards: 'OBERLAA',
              departures: {
                departure: [
                  { departureTime: { countdown: 2 } },
                  { departureTime: { countdown: 7 } },
                  { departureTime: { countdown: 12 } },
                ],
              },
            },
          ],
        },
        {
          lines: [
            {
              name: '2',
              towards: 'Dornbach',
              departures: {
                departure: [{ departureTime: { countdown: 4 } }, { departureTime: { countdown: 14 } }],
              },
            },
          ],
        },
      ],
    },
  });
  t.like(page, {
    title: 'Schwedenplatz',
    header: ['line', 'to', 'in minutes', 'then', 'and then'],
    rows: [
      ['U1', 'OBERLAA', '2', '7', '12'],
      ['2', 'Dornbach', '4', '14', ''],
    ],
  });
});

test('alerts of public transport name their lines first', (t) => {
  const page = readFacts({
    entity: [
      {
        alert: {
          active_period: [{ end: 1795020000 }],
          informed_entity: [{ route_id: 'A' }, { route_id: 'C' }],
          header_text: {
            translation: [{ text: '[A][C] trains run with delays after a signal problem at Canal St' }],
          },
        },
      },
      {
        alert: {
          informed_entity: [{ route_id: '7' }],
          header_text: { translation: [{ text: 'No [7] between Queensboro Plaza and 34 St' }] },
        },
      },
    ],
  });
  t.like(page, {
    header: ['lines', 'alert', 'until'],
    rows: [
      [
        'A, C',
        '[A][C] trains run with delays after a signal problem at Canal St',
        '2026-11-18T16:40:00.000Z',
      ],
      ['7', 'No [7] between Queensboro Plaza and 34 St', ''],
    ],
  });
});

test('aircraft are rows with their altitude and speed', (t) => {
  const page = readFacts({
    now: 1795000000.1,
    aircraft: [
      { hex: '4ca87c', flight: 'RYR4TW  ', t: 'B738', alt_baro: 36000, gs: 431.2, track: 112.4 },
      { flight: 'KLM1023 ', t: 'E190', alt_baro: 12000, gs: 302, track: 250.1 },
    ],
  });
  t.like(page, {
    header: ['flight', 'type', 'altitude', 'speed', 'course'],
    rows: [
      ['RYR4TW', 'B738', '36000 ft', '431 kt', '112°'],
      ['KLM1023', 'E190', '12000 ft', '302 kt', '250°'],
    ],
  });
});

test('a vehicle is what it did, and where', (t) => {
  const page = readFacts({
    event: { type: 'geofenceEnter' },
    device: { name: "Mia's car", uniqueId: '123456', status: 'online' },
    position: { fixTime: '2026-11-20T16:32:00.000+00:00', speed: 12.3 },
    geofence: { name: 'Home' },
  });
  t.like(page, {
    title: "Mia's car",
    lead: 'event',
    facts: [
      'event: geofence enter',
      'place: Home',
      'speed: 23 km/h',
      'status: online',
      'time: 2026-11-20T16:32:00.000+00:00',
    ],
  });
});
