import { PICTURES, type Sample } from './sample.ts';

/** Pages with figures and pictures. */
export const FACT_SAMPLES: Sample[] = [
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
    name: 'article-event',
    template: 'article',
    parameters: {
      title: 'Piano by candlelight',
      facts: [
        'Sat, 5 December 2026, 20:00–22:30',
        'Kulturhaus Süd, Hafenstraße 12, Hamburg',
        '€38.50 – €52.00',
      ],
      summary:
        'Three instruments that she built herself, and a programme that has never been played on one evening.',
      siteName: 'Kulturhaus',
      url: 'https://kulturhaus.example/piano',
      image: PICTURES.dusk,
    },
  },
  {
    name: 'article-own-words',
    template: 'article',
    parameters: {
      note: 'Papa, this is the bridge we crossed in 2009! Shall we go and see it in April? Call me.',
      title: 'The bridge that sighs',
      summary: 'Two hundred people came to watch the first bearing leave the swing bridge.',
      siteName: 'Harlow Courier',
      url: 'https://courier.example/bridge',
      image: PICTURES.noon,
    },
  },
  {
    name: 'ticket',
    template: 'ticket',
    parameters: {
      title: 'Hamburg Hbf → København H',
      code: PICTURES.code,
      pairs: [
        { key: 'Date', value: 'Sat, 28 Nov 2026' },
        { key: 'Departure', value: '07:53, platform 8' },
        { key: 'Arrival', value: '12:38' },
        { key: 'Train', value: 'EC 393, coach 24' },
        { key: 'Seats', value: '61, 64' },
        { key: 'Booking code', value: 'NB-88412-7' },
      ],
    },
  },
  {
    name: 'slides',
    template: 'slides',
    parameters: { image: PICTURES.slide, title: 'Trees of the city', pages: 24 },
  },
  {
    name: 'invoice',
    template: 'document',
    parameters: {
      kind: 'PDF',
      pages: 1,
      title: 'Invoice BW-2231',
      figure: { key: 'Amount due', value: '$253.80' },
      pairs: [
        { key: 'Date', value: '3 November 2026' },
        { key: 'Due date', value: '3 December 2026' },
        { key: 'Subtotal', value: '$235.00' },
        { key: 'Tax', value: '$18.80' },
      ],
      footer: 'Bright Windows Ltd',
    },
  },
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
