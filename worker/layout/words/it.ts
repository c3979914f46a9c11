import type { Phrases } from './phrases.ts';

export const it: Phrases = {
  readOn: 'Continua a leggere',
  more: { one: '+ {n} altro', other: '+ altri {n}' },
  moreWords: { one: '+ {n} parola', other: '+ {n} parole' },
  continues: 'continua',
  pages: { one: '{n} pagina', other: '{n} pagine' },
  allDay: 'tutto il giorno',
  noEvents: 'Nessun evento',
  ingredients: 'Ingredienti',
  method: 'Preparazione',
  cancelled: 'Annullato',
  postponed: 'Rinviato',
  soldOut: 'Esaurito',
  yes: 'sì',
  no: 'no',
};
