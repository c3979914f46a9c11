import type { Phrases } from './phrases.ts';

export const tr: Phrases = {
  readOn: 'Devamını oku',
  more: { other: '+ {n} daha' },
  moreWords: { other: '+ {n} kelime' },
  continues: 'devamı var',
  pages: { other: '{n} sayfa' },
  allDay: 'tüm gün',
  noEvents: 'Etkinlik yok',
  ingredients: 'Malzemeler',
  method: 'Yapılışı',
  cancelled: 'İptal edildi',
  postponed: 'Ertelendi',
  soldOut: 'Tükendi',
  yes: 'evet',
  no: 'hayır',
};
