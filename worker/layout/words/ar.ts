import type { Phrases } from './phrases.ts';

export const ar: Phrases = {
  readOn: 'تابع القراءة',
  more: { other: '+ {n} أخرى' },
  moreWords: {
    one: '+ كلمة واحدة',
    two: '+ كلمتان',
    few: '+ {n} كلمات',
    many: '+ {n} كلمة',
    other: '+ {n} كلمة',
  },
  continues: 'يتبع',
  pages: { one: 'صفحة واحدة', two: 'صفحتان', few: '{n} صفحات', many: '{n} صفحة', other: '{n} صفحة' },
  allDay: 'طوال اليوم',
  noEvents: 'لا توجد مواعيد',
  ingredients: 'المكونات',
  method: 'الطريقة',
  cancelled: 'أُلغي',
  postponed: 'مؤجَّل',
  soldOut: 'نفدت التذاكر',
  yes: 'نعم',
  no: 'لا',
};
