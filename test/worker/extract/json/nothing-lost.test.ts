import test from 'ava';
import { isNoise } from '#worker/extract/json/noise.ts';
import { readJson } from '#worker/extract/json/read-json.ts';

/** Every word of a document is shown or counted: small documents in the forms of homes, tools and services. */

const three = (one: (index: number) => object) => [0, 1, 2].map(one);
const DAYS = ['2026-11-24', '2026-11-25', '2026-11-26'];
const WHO = ['Anna', 'Ole', 'Ida'];

const DOCUMENTS: unknown[] = [
  { meter: 'Water', total: 1234.5, previous: 1200.2, unit: 'm³' },
  { name: 'Dishwasher', count: 312, next: 'Tuesday 18:00' },
  { reading: 871.25, previous: 852.75, next: 'January' },
  { next: 'Herzog-Ludwig-Strasse', distance: 41.5 },
  three((at) => ({ name: WHO[at], children: [{ age: 31 + at }], age: 61 + at })),
  three((at) => ({ name: WHO[at], items: [{ name: 'Tea', price: 31.5 + at }], total: 81.5 + at })),
  three((at) => ({ name: WHO[at], items: [{ price: 31.5 + at }], price: 81.5 + at })),
  three((at) => ({ task: WHO[at], data: { items: [{ name: 'Oil', litres: 47 + at }] } })),
  three((at) => ({ date: DAYS[at], parameters: [{ name: 'fwi', level: 71 + at, values: [14.25 + at] }] })),
  three((at) => ({ day: DAYS[at], readings: [{ name: 'pH', value: 7.25 + at }, { value: 91.5 + at }] })),
  three((at) => ({ name: WHO[at], room: { name: 'Bath', temperature: 21.25 + at } })),
  three((at) => ({ name: WHO[at], weight: { value: 71.5 + at, unit: 'kg', goal: 66.25 + at } })),
  three((at) => ({ name: WHO[at], a: { b: { c: { d: { e: { f: 41.75 + at } } } } } })),
  three((at) => ({ name: WHO[at], size: 44 + at, info: { size: 144 + at } })),
  three((at) => ({ name: WHO[at], speed: 44 + at, wind: { speed: 144 + at }, gust: { speed: 154 + at } })),
  three((at) => ({ name: WHO[at], windspeed: 12.5 + at, wind_speed: 25.5 + at })),
  three((at) => ({ name: WHO[at], lap: [61.5 + at, 72.25 + at, 93.75 + at] })),
  three((at) => ({ name: WHO[at], laps: [{ seconds: 61.5 + at }, { seconds: 71.5 + at }] })),
  three((at) => ({ name: WHO[at], parts: [['left', 31.5 + at]] })),
  three((at) => ({ title: WHO[at], tags: ['garden', 'autumn'], points: 5.5 + at })),
  three((at) => ({ day: DAYS[at], high: 12.25 + at, low: 3.25 + at, note: 'Take an umbrella' })),
  three((at) => ({
    line: `U${at + 1}`,
    direction: 'Moosach',
    in_minutes: 3 + at,
    stops: [{ track: 31 + at }],
  })),
  three((at) => ({ item: `Apple ${at}`, quantity: 3 + at, shop: { name: 'Market', aisle: 71 + at } })),
  three((at) => ({ recipe: `Soup ${at}`, steps: [{ text: 'Boil', minutes: 12 + at }] })),
  {
    items: three((at) => ({
      item_id: ['Tofu', 'Paprikaschote(n)', 'Salz und Pfeffer'][at],
      spec: `${31 + at} g`,
    })),
  },
  { anna: [{ date: '2026-11-24', grade: 2.5 }], ole: [{ date: '2026-11-25', grade: 3.5 }] },
  { kitchen: { temperature: 21.5, humidity: 44 }, bath: { temperature: 23.5, humidity: 66 } },
  { kitchen: three((at) => ({ time: `0${at + 7}:00`, temperature: 20.5 + at })), bath: 'closed at night' },
  {
    'Bus 12': three((at) => ({ time: `0${at + 7}:15`, platform: 31 + at })),
    'Bus 7': [{ time: '08:45', platform: 44 }],
  },
  { 'light.kitchen': 'dimmed', 'switch.kitchen': 'blinking' },
  { current_weather: { temperature: 5.25 }, forecast: { temperature: 9.75 } },
  { currently: { temperature: 5.25 }, yesterday: { temperature: 9.75 } },
  {
    garage: { door: 'open' },
    washer: { program: 'Cotton' },
    bins: three((at) => ({ date: DAYS[at], bin: WHO[at] })),
  },
  { tv: 'Samsung', tv_inches: 55, car: 'Golf', car_miles: 85_311 },
  { h: 6.626e-34, e: 1.602e-19, name: 'Constants' },
  {
    cpu: 37.5,
    memory: { used: 1_234_567, free: 7_654_321 },
    disks: three((at) => ({ name: `sd${at}`, full: 51.5 + at })),
  },
  {
    title: 'Party',
    start: '2026-11-24T18:00:00Z',
    guests: [{ name: 'Anna', brings: 'Cake' }, { name: 'Ole' }],
  },
  {
    opening: three((at) => ({ day_of_week: 'Mo Tu We'.split(' ')[at], opens: '08:00', closes: `1${at}:30` })),
  },
  { matches: three((at) => ({ home: WHO[at], away: 'Guests', goals: { home: 31 + at, away: 41 + at } })) },
  { '1': { name: 'Temperature', value: '21.5', min: '18.25', max: '24.75' } },
  { service: 'web', load: [0.52, 0.58, 0.91], requests: { total: 8123, failed: 17 } },
  { address: { street: 'Hauptstrasse 5', city: 'Fulda', floor: 3 }, rent: 812.5 },
  {
    results: three((at) => ({
      name: WHO[at],
      score: 71 + at,
      splits: { first: 31.5 + at, second: 40.5 + at },
    })),
  },
  { station: 'Fulda', delays: [{ line: 'ICE 771', minutes: 12 }] },
  {
    a: [
      [1.25, 2.25],
      [3.25, 4.25],
      [5.25, 6.25],
    ],
  },
  [1.25, 'two', { three: 3.25 }, [4.25]],
  'only a text',
  { list: [{ note: 'one of its kind', amount: 77.5 }] },
  { poll: 'Lunch?', options: three((at) => ({ text: `Dish ${at}`, votes: 11 + at })) },
  { solar: { today_kwh: 4.25, power: 812 }, grid: { power: 311 }, battery: { level: 67, power: 41 } },
  {
    shown: ['coffees', 'flushes'],
    known: ['flushes', 'coffees'],
    machines: three((at) => ({ name: WHO[at], total: 1620 + at, last: { seconds: 30.5 + at } })),
  },
  { days: DAYS, cups: [2, 4, 3], brews: [{ bean: 'Yirgacheffe', grams: 18.5 }] },
  { days: DAYS, cups: [2, 4, 3], readings: [[41.5, 'Anna'], { pressure: 9.25 }] },
  { plants: three((at) => ({ name: WHO[at], moisture: 31.5 + at, last_watered: DAYS[at] })) },
  {
    lessons: three((at) => ({
      subject: `Maths ${at}`,
      room: `B${at}12`,
      teacher: { name: WHO[at], code: 'kxy' },
    })),
  },
  { menu: { monday: 'Lasagne', tuesday: 'Curry', price: { small: 3.25, large: 4.75 } } },
  { exchange: { base: 'EUR', rates: { USD: 1.0825, CHF: 0.9375 } } },
  { air: { pm25: 12.5, pm10: 21.25 }, advice: 'Open the windows' },
  {
    league: 'First',
    table: three((at) => ({ place: 1 + at, team: WHO[at], points: 31 - at, form: ['won', 'lost'] })),
  },
  {
    parcel: {
      carrier: 'Post',
      steps: three((at) => ({ when: DAYS[at], where: `Depot ${at}`, weight: 2.25 })),
    },
  },
  { name: 'Washer', next: '2026-11-24T07:00:00+01:00' },
  three((at) => ({ day: DAYS[at], weight: { value: 71.5 + at, unit: 'kg', note: 'after lunch' } })),
  three((at) => ({ task: WHO[at], assignees: [{ name: 'Grace', note: 'brings cake' }] })),
  { washer: { state: 'running', remaining: 44, program: { name: 'Cotton', degrees: 61 } } },
  {
    budget: three((at) => ({ month: WHO[at], planned: 501.5 + at, spent: 411.25 + at, notes: 'as agreed' })),
  },
  three((at) => ({
    title: WHO[at],
    chapters: [
      { title: 'Start', pages: 41 + at },
      { title: 'End', pages: 51 + at },
    ],
  })),
];

/** Texts and numbers of a document that are not for machines. */
function leaves(value: unknown, name = 'item'): { value: string | number }[] {
  if (typeof value === 'string' || typeof value === 'number') return isNoise(name, value) ? [] : [{ value }];
  if (typeof value !== 'object' || value === null || isNoise(name, value)) return [];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one));
  return Object.entries(value).flatMap(([key, one]) => leaves(one, key));
}

const words = (text: string) => text.split(/\s+/).length;

for (const [index, document] of DOCUMENTS.entries()) {
  const text = JSON.stringify(document);
  test(`${index} ${text.slice(0, 60)}`, (t) => {
    const { title, blocks, omitted } = readJson(text);
    const said = JSON.stringify([title, blocks]).replaceAll('\\"', '"');
    const missing = leaves(document).filter(({ value }) => !said.includes(String(value)));
    const gone = missing.reduce((sum, { value }) => sum + words(String(value)), 0);
    t.true(gone <= omitted, `${missing.map(({ value }) => value).join(', ')} of ${said}`);
  });
}

test('equal figures are counted one by one, and a repeated text once', (t) => {
  const omitted = (document: object) => readJson(JSON.stringify(document)).omitted;
  t.is(omitted(three((at) => ({ name: WHO[at], count: 3, items: [{ name: 'Tea', price: 3 }] }))), 3);
  t.is(omitted(three((at) => ({ name: WHO[at], count: 3, rounds: [{ points: 3 }, { points: 3 }] }))), 6);
  t.is(omitted(three((at) => ({ name: WHO[at], size: 44, seats: 144, info: { size: 144 } }))), 3);
  const goal = {
    minute: 11,
    scorer: 'Anna',
    goals: [
      { type: 'penalty', player: 'Anna' },
      { type: 'penalty', player: 'Anna' },
    ],
  };
  t.is(omitted(three(() => goal)), 12);
  const said = { from: 'Ole', text: 'Back soon', parts: [{ type: 'plain', text: 'Back soon' }] };
  t.is(omitted(three(() => said)), 0);
});
