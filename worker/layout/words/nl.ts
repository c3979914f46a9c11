import type { Phrases } from './phrases.ts';

export const nl: Phrases = {
  readOn: 'Lees verder',
  more: { other: '+ nog {n}' },
  moreWords: { one: '+ {n} woord', other: '+ {n} woorden' },
  continues: 'gaat verder',
  pages: { one: '{n} pagina', other: '{n} pagina’s' },
  allDay: 'hele dag',
  noEvents: 'Geen afspraken',
  ingredients: 'Ingrediënten',
  method: 'Bereiding',
  cancelled: 'Geannuleerd',
  postponed: 'Uitgesteld',
  soldOut: 'Uitverkocht',
  yes: 'ja',
  no: 'nee',
};
