import type { TemplateName, TemplateParameters } from '../templates/index.ts';

/** Pictures by file id, with the sizes that the templates are told. */
export const PICTURES = {
  dawn: { fileId: 'dawn', width: 1200, height: 800 },
  noon: { fileId: 'noon', width: 1200, height: 900 },
  dusk: { fileId: 'dusk', width: 1000, height: 1000 },
  fog: { fileId: 'fog', width: 800, height: 1100 },
  report: { fileId: 'report', width: 848, height: 1200 },
};

type Sample = {
  [Name in TemplateName]: { name: string; template: Name; parameters: TemplateParameters<Name> };
}[TemplateName];

/** Content of the kinds that people push, in several languages and lengths. */
export const SAMPLES: Sample[] = [
  { name: 'note-short', template: 'note', parameters: { text: 'Buy milk' } },
  {
    name: 'note',
    template: 'note',
    parameters: {
      title: 'Water off on Tuesday',
      text: 'Dear neighbours,\n\nthe water will be turned off on Tuesday between 9 and 12, because the pipe in the yard is being replaced. Please fill a bucket or two the evening before.\n\nThank you\nAnna, second floor',
      footer: 'Pushed on 20 November',
    },
  },
  {
    name: 'note-japanese',
    template: 'note',
    parameters: { text: '今日は午後から雨が降ります。傘を忘れないでください。夕食は七時です。' },
  },
  {
    name: 'quotation',
    template: 'quotation',
    parameters: {
      text: 'The best way out is always through.',
      attribution: 'Robert Frost',
      source: 'A Servant to Servants',
    },
  },
  {
    name: 'quotation-long',
    template: 'quotation',
    parameters: {
      text: 'It is not the critic who counts; not the man who points out how the strong man stumbles, or where the doer of deeds could have done them better. The credit belongs to the man who is actually in the arena, whose face is marred by dust and sweat and blood.',
      attribution: 'Theodore Roosevelt',
    },
  },
  {
    name: 'headline',
    template: 'headline',
    parameters: {
      kicker: 'City desk',
      text: 'Harbour stays free of cars until spring',
      detail: 'Shopkeepers count more customers than in any November before.',
      footer: 'The Gazette · 19 November 2026',
    },
  },
  { name: 'headline-short', template: 'headline', parameters: { text: 'On air' } },
  {
    name: 'article',
    template: 'article',
    parameters: {
      title: 'What the first week without cars did to the harbour',
      summary:
        'The harbour of the old town has been closed to cars since Monday, and the first week has surprised even those who had asked for it. Shopkeepers count more customers than in any November before, although nobody can park in front of their doors any more.',
      siteName: 'The Gazette',
      author: 'Anna Berg',
      date: '19 November 2026',
      url: 'https://gazette.example/news/harbour-without-cars',
      image: PICTURES.dawn,
    },
  },
  {
    name: 'article-plain',
    template: 'article',
    parameters: {
      title: 'A small change in the scheduler, and why it took two years',
      summary:
        'We set out to remove one lock. On the way we found a timer that fired twice, a queue that was never empty, and a comment from 2009 that explained everything.',
      siteName: 'Notes on kernels',
      author: 'M. Okafor',
      url: 'https://kernels.example/scheduler',
    },
  },
  {
    name: 'list',
    template: 'list',
    parameters: {
      title: 'Shopping',
      items: [
        { text: 'Milk', done: true },
        { text: 'Eggs, a dozen', done: true },
        { text: 'Rye bread from the baker at the corner', done: false },
        { text: 'Butter', done: false },
        { text: 'Coffee', done: false },
        { text: 'Lemons', done: false },
        { text: 'Dishwasher tabs', done: false },
      ],
    },
  },
  {
    name: 'agenda',
    template: 'list',
    parameters: {
      title: 'Friday, 20 November',
      items: [
        { when: '9:00', text: 'Stand-up' },
        { when: '10:30', text: 'Dentist, Main Street 12' },
        { when: '12:15', text: 'Lunch with Yusuf' },
        { when: '14:00 – 15:30', text: 'Review of the harbour plans with the whole team' },
        { when: '18:30', text: 'Swimming' },
      ],
      footer: 'From your calendar',
    },
  },
  {
    name: 'list-long',
    template: 'list',
    parameters: {
      title: 'Packing for Oslo',
      ordered: true,
      items:
        'Coat, Boots, Passport, Charger and cable, Two books, Wool socks, Rain trousers, Camera, Head torch, Toothbrush, Gloves, Cards, Tea, Thermos, Map of the islands, Present for Ingrid, Sunglasses, Notebook, Pencils, Chocolate, Scarf, Hat, Tickets, Keys for the cabin'
          .split(', ')
          .map((text) => ({ text })),
    },
  },
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
      facts: 'wind speed: 11.2 km/h · relative humidity: 81 %',
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
  {
    name: 'list-hebrew',
    template: 'list',
    parameters: {
      title: 'רשימת קניות',
      items: [
        { text: 'חלב', done: true },
        { text: 'לחם מלא', done: false },
        { text: 'ביצים, תריסר', done: false },
        { text: 'קפה (Arabica)', done: false },
      ],
    },
  },
  {
    name: 'figures',
    template: 'table',
    parameters: {
      title: 'Oslo',
      pairs: [
        { key: 'temperature', value: '3.5 °C' },
        { key: 'feels like', value: '−1 °C' },
        { key: 'wind', value: '12 km/h' },
        { key: 'humidity', value: '81 %' },
        { key: 'sunrise', value: '8:31' },
        { key: 'sunset', value: '15:34' },
      ],
      footer: 'Updated 20 November, 10:00',
    },
  },
  {
    name: 'table',
    template: 'table',
    parameters: {
      title: 'Weather station',
      pairs: [
        { key: 'location › name', value: 'Oslo' },
        { key: 'location › country', value: 'Norway' },
        { key: 'current › condition', value: 'Light snow showers' },
        { key: 'current › temperature', value: '3.5 °C' },
        { key: 'current › feels like', value: '−1 °C' },
        { key: 'current › wind', value: '12 km/h NNE' },
        { key: 'current › humidity', value: '81 %' },
        { key: 'current › pressure', value: '1012 hPa' },
        { key: 'tomorrow › condition', value: 'Overcast with a few bright spells in the afternoon' },
        { key: 'tomorrow › high', value: '5 °C' },
        { key: 'tomorrow › low', value: '0 °C' },
      ],
    },
  },
  {
    name: 'table-short',
    template: 'table',
    parameters: {
      title: 'Guests',
      pairs: [
        { key: 'Wi-Fi', value: 'harbour-guest' },
        { key: 'Password', value: 'three-plane-trees-7' },
      ],
    },
  },
  {
    name: 'photo',
    template: 'photo',
    parameters: {
      image: PICTURES.dawn,
      title: 'Above the lake',
      caption: 'Ridge after ridge, ten minutes before the sun came over the eastern pass.',
    },
  },
  { name: 'photo-bare', template: 'photo', parameters: { image: PICTURES.dusk } },
  {
    name: 'photo-upright',
    template: 'photo',
    parameters: { image: PICTURES.fog, caption: 'Morning in the valley' },
  },
  {
    name: 'gallery',
    template: 'gallery',
    parameters: {
      title: 'A week in the hills',
      images: [PICTURES.dawn, PICTURES.fog, PICTURES.noon, PICTURES.dusk, PICTURES.dawn],
    },
  },
  {
    name: 'gallery-words',
    template: 'gallery',
    parameters: {
      title: 'Autumn',
      caption: 'Six days without rain, and then the fog came up the valley and stayed.',
      images: [PICTURES.noon, PICTURES.fog, PICTURES.dawn],
      more: 4,
    },
  },
  {
    name: 'drawing',
    template: 'photo',
    parameters: { image: { ...PICTURES.report, kind: 'drawing' }, caption: 'Page one of the survey' },
  },
  {
    name: 'photo-square',
    template: 'photo',
    parameters: {
      image: {
        ...PICTURES.dusk,
        kind: 'photo',
        focus: { x: 100, y: 50, width: 800, height: 850, faces: false },
      },
    },
  },
  { name: 'gallery-two', template: 'gallery', parameters: { images: [PICTURES.noon, PICTURES.dusk] } },
  {
    name: 'document',
    template: 'document',
    parameters: {
      kind: 'PDF',
      title: 'Trees of the city: a survey of streets and squares',
      summary:
        'One tree in nine is older than the street it stands in. The survey counts 41,200 trees, names the forty most common kinds, and proposes where the next two thousand should be planted so that every school yard has shade by 2032.',
      pages: 48,
      author: 'Office of Parks',
      image: PICTURES.report,
    },
  },
  {
    name: 'document-text',
    template: 'document',
    parameters: {
      kind: 'Markdown',
      title: 'Minutes of the third meeting',
      summary:
        'The budget was accepted with two votes against. The roof will be repaired in May. Nobody volunteered for the cake.',
      footer: 'minutes-3.md',
    },
  },
  {
    name: 'digest',
    template: 'digest',
    parameters: {
      title: 'This morning',
      note: '20 November',
      items: [
        {
          source: 'The Gazette',
          title: 'Harbour stays free of cars',
          summary:
            'Shopkeepers count more customers than in any November before, although nobody can park at their doors.',
        },
        {
          source: 'Parks',
          title: 'Two thousand new trees',
          summary:
            'The survey names the streets that need shade most. Planting begins in March, school yards first.',
        },
        {
          source: 'Kernel notes',
          title: 'A lock less',
          summary:
            'A small change in the scheduler took two years and found a timer that had fired twice since 2009.',
        },
      ],
    },
  },
  {
    name: 'digest-six',
    template: 'digest',
    parameters: {
      title: 'Six things',
      items: [
        { title: 'Water off on Tuesday', summary: 'From 9 to 12; fill a bucket.' },
        { title: 'Dentist', summary: 'Friday at 10:30, Main Street 12.' },
        { title: 'Parcel', summary: 'With the neighbours on the second floor.' },
        { title: 'Swimming', summary: 'The small pool is closed until December.' },
        { title: 'Library', summary: 'Three books are due on Monday.' },
        { title: 'Bins', summary: 'Paper on Wednesday, glass on Thursday.' },
      ],
    },
  },
  {
    name: 'link',
    template: 'link',
    parameters: { kicker: 'Link', url: 'https://www.example.org/2026/11/harbour-without-cars?ref=home' },
  },
];
