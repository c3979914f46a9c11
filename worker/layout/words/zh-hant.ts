import type { Phrases } from './phrases.ts';

export const zhHant: Phrases = {
  readOn: '繼續閱讀',
  more: { other: '另有 {n} 項' },
  moreWords: { other: '+ {n} 字' },
  continues: '未完',
  pages: { other: '{n} 頁' },
  allDay: '全天',
  noEvents: '沒有行程',
  ingredients: '食材',
  method: '做法',
  cancelled: '已取消',
  postponed: '已延期',
  soldOut: '已售完',
  yes: '是',
  no: '否',
};
