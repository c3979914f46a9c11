import type { Phrases } from './phrases.ts';

export const ro: Phrases = {
  readOn: 'Citește mai departe',
  more: { other: '+ încă {n}' },
  moreWords: { one: '+ {n} cuvânt', few: '+ {n} cuvinte', other: '+ {n} de cuvinte' },
  continues: 'continuă',
  pages: { one: '{n} pagină', few: '{n} pagini', other: '{n} de pagini' },
  allDay: 'toată ziua',
  noEvents: 'Niciun eveniment',
  ingredients: 'Ingrediente',
  method: 'Mod de preparare',
  cancelled: 'Anulat',
  postponed: 'Amânat',
  soldOut: 'Epuizat',
  yes: 'da',
  no: 'nu',
};
