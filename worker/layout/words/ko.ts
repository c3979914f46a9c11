import type { Phrases } from './phrases.ts';

export const ko: Phrases = {
  readOn: '계속 읽기',
  more: { other: '외 {n}개' },
  moreWords: { other: '+ {n}단어' },
  continues: '계속',
  pages: { other: '{n}쪽' },
  allDay: '종일',
  noEvents: '일정 없음',
  ingredients: '재료',
  method: '만드는 법',
  cancelled: '취소됨',
  postponed: '연기됨',
  soldOut: '매진',
  yes: '예',
  no: '아니요',
};
