import type { Phrases } from './phrases.ts';

export const bn: Phrases = {
  readOn: 'আরও পড়ুন',
  more: { other: '+ আরও {n}টি' },
  moreWords: { other: '+ {n}টি শব্দ' },
  continues: 'চলবে',
  pages: { other: '{n} পৃষ্ঠা' },
  allDay: 'সারা দিন',
  noEvents: 'কোনো অনুষ্ঠান নেই',
  ingredients: 'উপকরণ',
  method: 'প্রণালি',
  cancelled: 'বাতিল',
  postponed: 'স্থগিত',
  soldOut: 'বিক্রি শেষ',
  yes: 'হ্যাঁ',
  no: 'না',
};
