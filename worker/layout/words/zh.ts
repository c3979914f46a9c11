import type { Phrases } from './phrases.ts';

export const zh: Phrases = {
  readOn: '继续阅读',
  more: { other: '另有 {n} 项' },
  moreWords: { other: '+ {n} 字' },
  continues: '未完',
  pages: { other: '{n} 页' },
  allDay: '全天',
  noEvents: '没有日程',
  ingredients: '用料',
  method: '做法',
  cancelled: '已取消',
  postponed: '已延期',
  soldOut: '已售罄',
  yes: '是',
  no: '否',
};
