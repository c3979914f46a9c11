import { PICTURES, type Sample } from './sample.ts';

/** Structured notes, recipes, calendars, chats, code, tables and figures. */
export const FORM_SAMPLES: Sample[] = [
  {
    name: 'note-structure',
    template: 'note',
    parameters: {
      title: 'Stand-up, Friday',
      language: 'en',
      blocks: [
        { kind: 'pair', label: 'Tom', text: 'finished the importer, starts on retries today' },
        { kind: 'pair', label: 'Marta', text: 'review of the harbour plans, then on call' },
        { kind: 'pair', label: 'Ivan', text: 'sick' },
        { kind: 'heading', level: 2, text: 'Blockers' },
        { kind: 'item', text: 'The staging database is read-only since last night' },
        { kind: 'item', level: 1, text: 'ticket OPS-118, waiting for the disk' },
        { kind: 'item', text: 'Nobody has the keys to the new build agent' },
        {
          kind: 'paragraph',
          text: 'We freeze on Thursday noon. Release notes go to Marta before Wednesday evening.',
        },
      ],
    },
  },
  {
    name: 'note-photo',
    template: 'note',
    parameters: {
      title: 'For Sunday',
      text: 'The path along the ridge is open again. We could take the early bus, have lunch at the hut and be back before it gets dark. Bring the warm jacket, it blows up there.',
      image: PICTURES.dawn,
    },
  },
  {
    name: 'note-photos',
    template: 'note',
    parameters: {
      text: 'Four mornings at the lake. The last one was the best.',
      images: [PICTURES.dawn, PICTURES.noon, PICTURES.dusk, PICTURES.fog],
      morePictures: 3,
    },
  },
  {
    name: 'note-verse',
    template: 'note',
    parameters: { text: 'first snow on the bridge\na single bicycle track\nends in the middle' },
  },
  {
    name: 'recipe',
    template: 'recipe',
    parameters: {
      title: 'Lemon ricotta pancakes',
      language: 'en',
      facts: [
        { key: '', value: 'Serves 4' },
        { key: '', value: '25 minutes' },
      ],
      ingredients: [
        {
          lines: [
            '250 g ricotta',
            '2 eggs, separated',
            '120 ml milk',
            '100 g flour',
            '1 tsp baking powder',
            '1 pinch of salt',
            'zest of 1 lemon',
            'butter for frying',
          ],
        },
      ],
      steps: [
        {
          lines: [
            'Whisk ricotta, yolks, milk and zest until smooth.',
            'Fold in flour, baking powder and salt.',
            'Beat the egg whites until stiff and fold them in gently.',
            'Fry spoonfuls in butter over medium heat, two minutes on each side.',
            'Serve at once with honey or jam.',
          ],
        },
      ],
    },
  },
  {
    name: 'agenda-day',
    template: 'agenda',
    parameters: {
      title: 'Family',
      language: 'en',
      timeZone: 'Europe/Oslo',
      events: [
        { title: 'Stand-up', start: '2026-11-20T08:00:00Z', end: '2026-11-20T08:15:00Z' },
        {
          title: 'Dentist',
          start: '2026-11-20T09:30:00Z',
          end: '2026-11-20T10:00:00Z',
          place: 'Main Street 12',
        },
        {
          title: 'Review of the harbour plans',
          start: '2026-11-20T13:00:00Z',
          end: '2026-11-20T14:30:00Z',
          place: 'Room 4',
          note: 'Bring the printed maps',
        },
        { title: 'Choir', start: '2026-11-20T17:30:00Z', place: 'St. Mary’s' },
      ],
    },
  },
  {
    name: 'agenda-week',
    template: 'agenda',
    parameters: {
      title: 'Familie',
      language: 'de',
      timeZone: 'Europe/Berlin',
      now: '2026-11-23T06:00:00Z',
      events: [
        { title: 'Schwimmen', start: '2026-11-23T17:30:00Z', end: '2026-11-23T18:30:00Z', place: 'Stadtbad' },
        { title: 'Altpapier', start: '2026-11-24T06:00:00Z' },
        { title: 'Zahnarzt', start: '2026-11-25T09:30:00Z', place: 'Hauptstraße 12' },
        {
          title: 'Elternabend',
          start: '2026-11-26T18:00:00Z',
          end: '2026-11-26T20:30:00Z',
          place: 'Raum 12',
        },
        { title: 'Emmas Geburtstag', start: '2026-11-27' },
        { title: 'Hütte', start: '2026-11-28', end: '2026-11-30', place: 'Harz' },
      ],
    },
  },
  {
    name: 'chat',
    template: 'chat',
    parameters: {
      title: 'Sunday',
      messages: [
        { speaker: 'Anna', time: '18:02', text: 'Are we still on for Sunday?' },
        { speaker: 'Yusuf', time: '18:03', text: 'Yes! Eleven at the pool?' },
        { speaker: 'Anna', time: '18:04', text: 'Perfect. I bring the snacks' },
        { speaker: 'Yusuf', time: '18:05', text: 'And I bring the kids' },
        { speaker: 'Mia', time: '18:06', text: 'Can I join? I come by bike, so maybe ten minutes late' },
      ],
    },
  },
  {
    name: 'code',
    template: 'code',
    parameters: {
      title: 'fibonacci.py',
      text: 'def fibonacci(n: int) -> int:\n    """Return the n-th Fibonacci number."""\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\n\n\nif __name__ == "__main__":\n    print([fibonacci(i) for i in range(20)])',
    },
  },
  {
    name: 'grid',
    template: 'grid',
    parameters: {
      title: 'Rooms',
      header: ['Room', 'Temperature', 'Humidity', 'Window'],
      rows: [
        ['Living room', '21.4 °C', '45 %', 'closed'],
        ['Bedroom', '18.9 °C', '52 %', 'open'],
        ['Kitchen', '22.1 °C', '48 %', 'closed'],
        ['Bathroom', '23.0 °C', '61 %', 'closed'],
        ['Cellar', '12.2 °C', '70 %', 'closed'],
      ],
    },
  },
  {
    name: 'grid-records',
    template: 'grid',
    parameters: {
      title: 'S+U Alexanderplatz · departures',
      timeZone: 'Europe/Berlin',
      now: '2026-11-20T10:00:00Z',
      header: ['when', 'line', 'direction', 'platform'],
      rows: [
        ['2026-11-20T11:02:00+01:00', 'S7', 'Potsdam Hbf', '1'],
        ['2026-11-20T11:04:00+01:00', 'S7', 'Ahrensfelde', '2'],
        ['2026-11-20T11:06:00+01:00', 'U2', 'Pankow', '4'],
        ['2026-11-20T11:09:00+01:00', 'U5', 'Hönow', '3'],
        ['2026-11-20T11:12:00+01:00', 'S5', 'Westkreuz', '1'],
      ],
    },
  },
  {
    name: 'figures-lead',
    template: 'table',
    parameters: {
      title: 'Roof',
      lead: { key: 'battery', value: '87 %' },
      pairs: [
        { key: 'power', value: '2480 W' },
        { key: 'today', value: '11.3 kWh' },
        { key: 'grid export', value: '1210 W' },
        { key: 'updated', value: '2026-11-20T09:58:00Z' },
      ],
      timeZone: 'Europe/Oslo',
      now: '2026-11-20T10:00:00Z',
    },
  },
  {
    name: 'figures-weather',
    template: 'grid',
    parameters: {
      title: 'Oslo',
      lead: { key: 'temperature', value: '−2.3 °C' },
      pairs: [
        { key: 'wind speed', value: '11.2 km/h' },
        { key: 'relative humidity', value: '81 %' },
      ],
      timeZone: 'Europe/Oslo',
      now: '2026-11-20T10:00:00Z',
      header: ['day', 'max', 'min', 'precipitation'],
      rows: [
        ['2026-11-20', '−1 °C', '−6.2 °C', '0 mm'],
        ['2026-11-21', '0.4 °C', '−5 °C', '1.2 mm'],
        ['2026-11-22', '2.1 °C', '−1.1 °C', '4.4 mm'],
        ['2026-11-23', '3.3 °C', '0.2 °C', '0.3 mm'],
      ],
    },
  },
];
