import type { Phrases } from './phrases.ts';

export const bg: Phrases = {
  readOn: 'Прочетете още',
  more: { other: '+ още {n}' },
  moreWords: { one: '+ {n} дума', other: '+ {n} думи' },
  continues: 'продължава',
  pages: { one: '{n} страница', other: '{n} страници' },
  allDay: 'цял ден',
  noEvents: 'Няма събития',
  ingredients: 'Необходими продукти',
  method: 'Приготвяне',
  cancelled: 'Отменено',
  postponed: 'Отложено',
  soldOut: 'Разпродадено',
  yes: 'да',
  no: 'не',
};
