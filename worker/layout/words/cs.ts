import type { Phrases } from './phrases.ts';

export const cs: Phrases = {
  readOn: 'Číst dál',
  more: { other: '+ dalších {n}' },
  moreWords: { one: '+ {n} slovo', few: '+ {n} slova', other: '+ {n} slov' },
  continues: 'pokračuje',
  pages: { one: '{n} strana', few: '{n} strany', other: '{n} stran' },
  allDay: 'celý den',
  noEvents: 'Žádné události',
  ingredients: 'Suroviny',
  method: 'Postup',
  cancelled: 'Zrušeno',
  postponed: 'Odloženo',
  soldOut: 'Vyprodáno',
  yes: 'ano',
  no: 'ne',
};
