import type { Phrases } from './phrases.ts';

export const ja: Phrases = {
  readOn: '続きを読む',
  more: { other: 'ほか {n} 件' },
  moreWords: { other: '+ {n} 文字' },
  continues: '続く',
  pages: { other: '{n} ページ' },
  allDay: '終日',
  noEvents: '予定はありません',
  ingredients: '材料',
  method: '作り方',
  cancelled: '中止',
  postponed: '延期',
  soldOut: '完売',
  yes: 'はい',
  no: 'いいえ',
};
