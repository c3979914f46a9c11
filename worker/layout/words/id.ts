import type { Phrases } from './phrases.ts';

export const id: Phrases = {
  readOn: 'Baca lanjut',
  more: { other: '+ {n} lagi' },
  moreWords: { other: '+ {n} kata' },
  continues: 'bersambung',
  pages: { other: '{n} halaman' },
  allDay: 'sepanjang hari',
  noEvents: 'Tidak ada acara',
  ingredients: 'Bahan',
  method: 'Cara membuat',
  cancelled: 'Dibatalkan',
  postponed: 'Ditunda',
  soldOut: 'Habis terjual',
  yes: 'ya',
  no: 'tidak',
};
