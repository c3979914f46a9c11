import type { Phrases } from './phrases.ts';

export const fi: Phrases = {
  readOn: 'Lue lisää',
  more: { other: '+ {n} muuta' },
  moreWords: { one: '+ {n} sana', other: '+ {n} sanaa' },
  continues: 'jatkuu',
  pages: { one: '{n} sivu', other: '{n} sivua' },
  allDay: 'koko päivä',
  noEvents: 'Ei tapahtumia',
  ingredients: 'Ainekset',
  method: 'Valmistus',
  cancelled: 'Peruttu',
  postponed: 'Lykätty',
  soldOut: 'Loppuunmyyty',
  yes: 'kyllä',
  no: 'ei',
};
