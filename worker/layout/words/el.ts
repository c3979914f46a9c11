import type { Phrases } from './phrases.ts';

export const el: Phrases = {
  readOn: 'Διαβάστε περισσότερα',
  more: { other: '+ {n} ακόμη' },
  moreWords: { one: '+ {n} λέξη', other: '+ {n} λέξεις' },
  continues: 'συνεχίζεται',
  pages: { one: '{n} σελίδα', other: '{n} σελίδες' },
  allDay: 'όλη μέρα',
  noEvents: 'Κανένα συμβάν',
  ingredients: 'Υλικά',
  method: 'Εκτέλεση',
  cancelled: 'Ακυρώθηκε',
  postponed: 'Αναβλήθηκε',
  soldOut: 'Εξαντλήθηκε',
  yes: 'ναι',
  no: 'όχι',
};
