import type { Phrases } from './phrases.ts';

export const pt: Phrases = {
  readOn: 'Continuar a ler',
  more: { other: '+ {n}' },
  moreWords: { one: '+ {n} palavra', other: '+ {n} palavras' },
  continues: 'continua',
  pages: { one: '{n} página', other: '{n} páginas' },
  allDay: 'o dia todo',
  noEvents: 'Nenhum evento',
  ingredients: 'Ingredientes',
  method: 'Preparação',
  cancelled: 'Cancelado',
  postponed: 'Adiado',
  soldOut: 'Esgotado',
  yes: 'sim',
  no: 'não',
};
