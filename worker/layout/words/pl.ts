import type { Phrases } from './phrases.ts';

export const pl: Phrases = {
  readOn: 'Czytaj dalej',
  more: { other: '+ jeszcze {n}' },
  moreWords: { one: '+ {n} słowo', few: '+ {n} słowa', many: '+ {n} słów', other: '+ {n} słowa' },
  continues: 'ciąg dalszy',
  pages: { one: '{n} strona', few: '{n} strony', many: '{n} stron', other: '{n} strony' },
  allDay: 'cały dzień',
  noEvents: 'Brak wydarzeń',
  ingredients: 'Składniki',
  method: 'Przygotowanie',
  cancelled: 'Odwołane',
  postponed: 'Przełożone',
  soldOut: 'Wyprzedane',
  yes: 'tak',
  no: 'nie',
};
