import type { Phrases } from './phrases.ts';

export const my: Phrases = {
  readOn: 'ဆက်ဖတ်ရန်',
  more: { other: '+ နောက်ထပ် {n} ခု' },
  moreWords: { other: '+ အက္ခရာ {n} လုံး' },
  continues: 'ဆက်ရန်',
  pages: { other: '{n} မျက်နှာ' },
  allDay: 'တစ်နေ့လုံး',
  noEvents: 'အစီအစဉ် မရှိပါ',
  ingredients: 'ပါဝင်ပစ္စည်းများ',
  method: 'ပြုလုပ်နည်း',
  cancelled: 'ဖျက်သိမ်းပြီး',
  postponed: 'ရွှေ့ဆိုင်းထားသည်',
  soldOut: 'ရောင်းကုန်ပြီ',
  yes: 'ဟုတ်',
  no: 'မဟုတ်',
};
