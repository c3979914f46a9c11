import type { Phrases } from './phrases.ts';

export const no: Phrases = {
  readOn: 'Les videre',
  more: { other: '+ {n} til' },
  moreWords: { other: '+ {n} ord' },
  continues: 'fortsetter',
  pages: { one: '{n} side', other: '{n} sider' },
  allDay: 'hele dagen',
  noEvents: 'Ingen hendelser',
  ingredients: 'Ingredienser',
  method: 'Slik gjør du',
  cancelled: 'Avlyst',
  postponed: 'Utsatt',
  soldOut: 'Utsolgt',
  yes: 'ja',
  no: 'nei',
};
