import type { Phrases } from './phrases.ts';

export const th: Phrases = {
  readOn: 'อ่านต่อ',
  more: { other: '+ อีก {n} รายการ' },
  moreWords: { other: '+ {n} ตัวอักษร' },
  continues: 'มีต่อ',
  pages: { other: '{n} หน้า' },
  allDay: 'ทั้งวัน',
  noEvents: 'ไม่มีกิจกรรม',
  ingredients: 'ส่วนผสม',
  method: 'วิธีทำ',
  cancelled: 'ยกเลิก',
  postponed: 'เลื่อนออกไป',
  soldOut: 'ขายหมดแล้ว',
  yes: 'ใช่',
  no: 'ไม่ใช่',
};
