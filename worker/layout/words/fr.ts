import type { Phrases } from './phrases.ts';

export const fr: Phrases = {
  readOn: 'Lire la suite',
  more: { one: '+ {n} autre', other: '+ {n} autres' },
  moreWords: { one: '+ {n} mot', other: '+ {n} mots' },
  continues: 'suite',
  pages: { one: '{n} page', other: '{n} pages' },
  allDay: 'toute la journée',
  noEvents: 'Aucun événement',
  ingredients: 'Ingrédients',
  method: 'Préparation',
  cancelled: 'Annulé',
  postponed: 'Reporté',
  soldOut: 'Complet',
  yes: 'oui',
  no: 'non',
};
