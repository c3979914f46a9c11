import type { Phrases } from './phrases.ts';

export const en: Phrases = {
  readOn: 'Read on',
  more: { other: '+ {n} more' },
  moreWords: { one: '+ {n} word', other: '+ {n} words' },
  continues: 'continues',
  pages: { one: '{n} page', other: '{n} pages' },
  allDay: 'all day',
  noEvents: 'No events',
  ingredients: 'Ingredients',
  method: 'Method',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  soldOut: 'Sold out',
  yes: 'yes',
  no: 'no',
};
