import type { Phrases } from './phrases.ts';

export const vi: Phrases = {
  readOn: 'Đọc tiếp',
  more: { other: '+ {n} mục nữa' },
  moreWords: { other: '+ {n} từ' },
  continues: 'còn tiếp',
  pages: { other: '{n} trang' },
  allDay: 'cả ngày',
  noEvents: 'Không có sự kiện',
  ingredients: 'Nguyên liệu',
  method: 'Cách làm',
  cancelled: 'Đã hủy',
  postponed: 'Đã hoãn',
  soldOut: 'Hết hàng',
  yes: 'có',
  no: 'không',
};
