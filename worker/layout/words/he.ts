import type { Phrases } from './phrases.ts';

export const he: Phrases = {
  readOn: 'להמשך קריאה',
  more: { other: '+ עוד {n}' },
  moreWords: { one: '+ מילה אחת', two: '+ שתי מילים', other: '+ {n} מילים' },
  continues: 'המשך יבוא',
  pages: { one: 'עמוד אחד', two: 'שני עמודים', other: '{n} עמודים' },
  allDay: 'כל היום',
  noEvents: 'אין אירועים',
  ingredients: 'מצרכים',
  method: 'אופן ההכנה',
  cancelled: 'בוטל',
  postponed: 'נדחה',
  soldOut: 'אזל המלאי',
  yes: 'כן',
  no: 'לא',
};
