import type { Phrases } from './phrases.ts';

export const sk: Phrases = {
  readOn: 'Čítať ďalej',
  more: { one: '+ {n} ďalší', few: '+ {n} ďalšie', other: '+ {n} ďalších' },
  moreWords: { one: '+ {n} slovo', few: '+ {n} slová', other: '+ {n} slov' },
  continues: 'pokračovanie',
  pages: { one: '{n} strana', few: '{n} strany', other: '{n} strán' },
  allDay: 'celý deň',
  noEvents: 'Žiadne udalosti',
  ingredients: 'Suroviny',
  method: 'Postup',
  cancelled: 'Zrušené',
  postponed: 'Odložené',
  soldOut: 'Vypredané',
  yes: 'áno',
  no: 'nie',
};
