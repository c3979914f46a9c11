import type { Phrases } from './phrases.ts';

export const da: Phrases = {
  readOn: 'Læs videre',
  more: { other: '+ {n} mere' },
  moreWords: { other: '+ {n} ord' },
  continues: 'fortsætter',
  pages: { one: '{n} side', other: '{n} sider' },
  allDay: 'hele dagen',
  noEvents: 'Ingen begivenheder',
  ingredients: 'Ingredienser',
  method: 'Fremgangsmåde',
  cancelled: 'Aflyst',
  postponed: 'Udskudt',
  soldOut: 'Udsolgt',
  yes: 'ja',
  no: 'nej',
};
