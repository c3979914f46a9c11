import type { Phrases } from './phrases.ts';

export const ru: Phrases = {
  readOn: 'Читать дальше',
  more: { other: '+ ещё {n}' },
  moreWords: { one: '+ {n} слово', few: '+ {n} слова', many: '+ {n} слов', other: '+ {n} слова' },
  continues: 'продолжение',
  pages: { one: '{n} страница', few: '{n} страницы', many: '{n} страниц', other: '{n} страницы' },
  allDay: 'весь день',
  noEvents: 'Нет событий',
  ingredients: 'Ингредиенты',
  method: 'Приготовление',
  cancelled: 'Отменено',
  postponed: 'Перенесено',
  soldOut: 'Распродано',
  yes: 'да',
  no: 'нет',
};
