import type { Phrases } from './phrases.ts';

export const hu: Phrases = {
  readOn: 'Tovább',
  more: { other: '+ még {n}' },
  moreWords: { other: '+ {n} szó' },
  continues: 'folytatódik',
  pages: { other: '{n} oldal' },
  allDay: 'egész nap',
  noEvents: 'Nincs esemény',
  ingredients: 'Hozzávalók',
  method: 'Elkészítés',
  cancelled: 'Elmarad',
  postponed: 'Elhalasztva',
  soldOut: 'Elfogyott',
  yes: 'igen',
  no: 'nem',
};
