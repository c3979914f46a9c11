import type { Phrases } from './phrases.ts';

export const es: Phrases = {
  readOn: 'Seguir leyendo',
  more: { other: '+ {n} más' },
  moreWords: { one: '+ {n} palabra', other: '+ {n} palabras' },
  continues: 'continúa',
  pages: { one: '{n} página', other: '{n} páginas' },
  allDay: 'todo el día',
  noEvents: 'No hay eventos',
  ingredients: 'Ingredientes',
  method: 'Preparación',
  cancelled: 'Cancelado',
  postponed: 'Aplazado',
  soldOut: 'Agotado',
  yes: 'sí',
  no: 'no',
};
