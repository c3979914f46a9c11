import { PICTURES, type Sample } from './sample.ts';
import { FACT_SAMPLES } from './samples-of-facts.ts';
import { FORM_SAMPLES } from './samples-of-forms.ts';

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
  ...FACT_SAMPLES,
  ...FORM_SAMPLES,
];
