import type { Phrases } from './phrases.ts';

export const de: Phrases = {
  readOn: 'Weiterlesen',
  more: { other: '+ {n} weitere' },
  moreWords: { one: '+ {n} Wort', other: '+ {n} Wörter' },
  continues: 'geht weiter',
  pages: { one: '{n} Seite', other: '{n} Seiten' },
  allDay: 'ganztägig',
  noEvents: 'Keine Termine',
  ingredients: 'Zutaten',
  method: 'Zubereitung',
  cancelled: 'Abgesagt',
  postponed: 'Verschoben',
  soldOut: 'Ausverkauft',
  yes: 'ja',
  no: 'nein',
};
