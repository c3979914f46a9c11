import type { Phrases } from './phrases.ts';

export const fa: Phrases = {
  readOn: 'ادامه مطلب',
  more: { other: '+ {n} مورد دیگر' },
  moreWords: { other: '+ {n} واژه' },
  continues: 'ادامه دارد',
  pages: { other: '{n} صفحه' },
  allDay: 'تمام روز',
  noEvents: 'رویدادی نیست',
  ingredients: 'مواد لازم',
  method: 'طرز تهیه',
  cancelled: 'لغو شد',
  postponed: 'به تعویق افتاد',
  soldOut: 'تمام شد',
  yes: 'بله',
  no: 'خیر',
};
