import test from 'ava';
import { readFacts } from './read-facts.ts';

/** Meters, prices and boards of known services: the figures that owners look for are shown, with their units. */

test('a plant of FusionSolar shows its state and what the house used', (t) => {
  const page = readFacts({
    success: true,
    data: [
      {
        stationCode: 'NE=33554875',
        dataItemMap: {
          real_health_state: '3',
          day_power: '17.94',
          total_power: '8123.61',
          day_income: '3.23',
          month_power: '212.4',
          day_on_grid_energy: '9.8',
          day_use_energy: '11.2',
          total_income: '1462.2',
        },
      },
    ],
    failCode: 0,
    params: { stationCodes: 'NE=33554875', currentTime: 1795861200000 },
    message: null,
  });
  t.is(page.lead, 'today');
  for (const fact of ['today: 17.9 kWh', 'used today: 11.2 kWh', 'state: healthy'])
    t.true(page.facts.includes(fact), fact);
});

test('values of sensor.community have the units of their quantities', (t) => {
  const page = readFacts([
    {
      id: 2551,
      sampling_rate: null,
      timestamp: '2026-11-28 16:20:11',
      location: {
        id: 6,
        latitude: '48.77',
        longitude: '9.18',
        altitude: '250',
        country: 'DE',
        exact_location: 0,
        indoor: 0,
      },
      sensor: { id: 141, pin: '1', sensor_type: { id: 14, name: 'BME280', manufacturer: 'Bosch' } },
      sensordatavalues: [
        { id: 1, value: '4.61', value_type: 'temperature' },
        { id: 2, value: '101242.58', value_type: 'pressure' },
        { id: 3, value: '81.30', value_type: 'humidity' },
      ],
    },
  ]);
  t.deepEqual(page.rows, [
    ['temperature', '4.6 °C'],
    ['pressure', '1012 hPa'],
    ['humidity', '81 %'],
  ]);
});

test('flights of aviationstack count the gate and the delay that have no column', (t) => {
  const page = readFacts({
    pagination: { limit: 100, offset: 0, count: 2, total: 2 },
    data: [
      ['LH400', 'Frankfurt', 'JFK', 'B42', 15, 'active'],
      ['BA902', 'Heathrow', 'Frankfurt', null, null, 'scheduled'],
    ].map(([f, from, to, gate, delay, st]) => ({
      flight_date: '2026-11-28',
      flight_status: st,
      departure: {
        airport: from,
        timezone: 'Europe/Berlin',
        iata: 'FRA',
        icao: 'EDDF',
        terminal: '1',
        gate,
        delay,
        scheduled: '2026-11-28T11:05:00+00:00',
        estimated: '2026-11-28T11:05:00+00:00',
        actual: null,
        estimated_runway: null,
        actual_runway: null,
      },
      arrival: {
        airport: to,
        timezone: 'America/New_York',
        iata: 'JFK',
        icao: 'KJFK',
        terminal: '1',
        gate: null,
        baggage: null,
        delay: null,
        scheduled: '2026-11-28T13:55:00+00:00',
        estimated: null,
        actual: null,
      },
      airline: { name: 'Lufthansa', iata: 'LH', icao: 'DLH' },
      flight: { number: '400', iata: f, icao: 'DLH400', codeshared: null },
      aircraft: null,
      live: null,
    })),
  });
  t.deepEqual(
    page.rows?.map((row) => row[0]),
    ['LH400', 'BA902'],
  );
  t.true(page.omitted >= 2);
});

test('matches of TheSportsDB show when they start and whether they are over', (t) => {
  const page = readFacts({
    events: [
      ['Arsenal', 'Chelsea', '2', '1', 'Emirates Stadium'],
      ['Everton', 'Fulham', null, null, 'Hill Dickinson Stadium'],
    ].map(([h, a, hs, as, v], i) => ({
      idEvent: `205${i}`,
      idAPIfootball: '13',
      strEvent: `${h} vs ${a}`,
      strEventAlternate: `${a} @ ${h}`,
      strFilename: `English Premier League 2026-11-28 ${h} vs ${a}`,
      strSport: 'Soccer',
      idLeague: '4328',
      strLeague: 'English Premier League',
      strLeagueBadge: 'https://x.example/b.png',
      strSeason: '2026-2027',
      strDescriptionEN: null,
      strHomeTeam: h,
      strAwayTeam: a,
      intHomeScore: hs,
      intRound: '13',
      intAwayScore: as,
      intSpectators: null,
      strTimestamp: '2026-11-28T15:00:00',
      dateEvent: '2026-11-28',
      dateEventLocal: '2026-11-28',
      strTime: '15:00:00',
      strTimeLocal: '15:00:00',
      idHomeTeam: '1',
      strHomeTeamBadge: 'https://x.example/h.png',
      idAwayTeam: '2',
      strVenue: v,
      strCountry: 'England',
      strThumb: 'https://x.example/t.jpg',
      strStatus: hs ? 'Match Finished' : 'Not Started',
      strPostponed: 'no',
      strLocked: 'unlocked',
    })),
  });
  t.deepEqual(page.header, ['time', 'home', 'score', 'away', 'status', 'place']);
  t.deepEqual(page.rows?.[0], [
    '2026-11-28T15:00:00',
    'Arsenal',
    '2 : 1',
    'Chelsea',
    'Match Finished',
    'Emirates Stadium',
  ]);
});

test('a price of Coinbase is the large figure below the name of the coin', (t) => {
  const page = readFacts({ data: { amount: '58012.31', base: 'BTC', currency: 'EUR' } });
  t.is(page.title, 'BTC');
  t.is(page.lead, 'price');
  t.deepEqual(page.facts, ['price: 58012.31', 'currency: EUR']);
});

test('an order on Ko-fi shows what was bought, and counts where it is sent', (t) => {
  const page = readFacts({
    verification_token: 'c1',
    message_id: 'm1',
    timestamp: '2026-11-28T10:00:00Z',
    type: 'Shop Order',
    is_public: true,
    from_name: 'Jo Example',
    message: 'Lovely prints!',
    amount: '27.95',
    url: 'https://ko-fi.com/x',
    email: 'jo@example.com',
    currency: 'EUR',
    is_subscription_payment: false,
    is_first_subscription_payment: false,
    kofi_transaction_id: 't1',
    shop_items: [{ direct_link_code: '1a2', variation_name: 'Blue A3', quantity: 2 }],
    tier_name: null,
    shipping: { full_name: 'Jo Example', street_address: '12 Mill Lane', city: 'Bath' },
  });
  t.true(page.facts.includes('item: Blue A3'));
  t.is(page.text, 'Lovely prints!');
  t.true(page.omitted >= 4);
});

test('a meter of HomeWizard has its power as the large figure', (t) => {
  const page = readFacts({
    wifi_ssid: 'Home',
    wifi_strength: 64,
    smr_version: 50,
    meter_model: 'ISKRA AM550',
    unique_id: 'aa',
    active_tariff: 2,
    total_power_import_kwh: 13779.338,
    total_power_export_kwh: 0,
    active_power_w: 543,
    active_power_l1_w: 676,
    active_power_l2_w: 133,
    active_power_l3_w: 0,
    total_gas_m3: 2569.646,
    gas_timestamp: 261128150000,
    gas_unique_id: 'bb',
    external: [],
  });
  t.is(page.lead, 'power');
  t.true(page.facts.includes('power: 543 W'));
  t.true(page.facts.includes('gas: 2569.6 m³'));
});
