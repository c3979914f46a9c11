import type { Phrases } from './phrases.ts';

export const uk: Phrases = {
  readOn: 'Читати далі',
  more: { other: '+ ще {n}' },
  moreWords: { one: '+ {n} слово', few: '+ {n} слова', many: '+ {n} слів', other: '+ {n} слова' },
  continues: 'далі буде',
  pages: { one: '{n} сторінка', few: '{n} сторінки', many: '{n} сторінок', other: '{n} сторінки' },
  allDay: 'увесь день',
  noEvents: 'Немає подій',
  ingredients: 'Інгредієнти',
  method: 'Приготування',
  cancelled: 'Скасовано',
  postponed: 'Перенесено',
  soldOut: 'Розпродано',
  yes: 'так',
  no: 'ні',
};
