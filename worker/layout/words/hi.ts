import type { Phrases } from './phrases.ts';

export const hi: Phrases = {
  readOn: 'आगे पढ़ें',
  more: { other: '+ {n} और' },
  moreWords: { other: '+ {n} शब्द' },
  continues: 'जारी',
  pages: { other: '{n} पृष्ठ' },
  allDay: 'पूरा दिन',
  noEvents: 'कोई कार्यक्रम नहीं',
  ingredients: 'सामग्री',
  method: 'विधि',
  cancelled: 'रद्द',
  postponed: 'स्थगित',
  soldOut: 'बिक चुका',
  yes: 'हाँ',
  no: 'नहीं',
};
