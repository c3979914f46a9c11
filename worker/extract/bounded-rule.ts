/** Parts that a rule of each frequency may have, so that stepping through it soon finds another day. */
const PARTS_BY_FREQUENCY: Record<string, string[]> = {
  DAILY: ['BYDAY', 'BYMONTH'],
  WEEKLY: ['BYDAY', 'BYMONTH'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY'],
};
const COMMON_PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST'];
const NUMBER_LIST = /^-?\d{1,2}(?:,-?\d{1,2})*$/;
const DAY_LIST = /^(?:[-+]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:[-+]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU))*$/;

/**
 * Whether a recurrence rule is one that calendars make. Searching rules that never match (the 30th of February, every
 * second of an invalid month) would not end.
 */
export function isBoundedRule(rule: string): boolean {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const allowed = PARTS_BY_FREQUENCY[parts.get('FREQ') ?? ''];
  if (!allowed) return false;
  for (const [name, value = ''] of parts) {
    if (COMMON_PARTS.includes(name)) continue;
    if (!allowed.includes(name)) return false;
    if (
      name === 'BYDAY'
        ? !DAY_LIST.test(value)
        : !NUMBER_LIST.test(value) || !value.split(',').every((one) => inRange(name, Number(one)))
    )
      return false;
  }
  const day = Number(parts.get('BYMONTHDAY') ?? 1);
  const isOverConstrained =
    parts.has('BYMONTHDAY') &&
    (parts.has('BYDAY') || parts.has('BYSETPOS') || day < 1 || (parts.has('BYMONTH') && !(day <= 28)));
  const interval = Number(parts.get('INTERVAL') ?? 1);
  return !isOverConstrained && interval >= 1 && interval <= 1000;
}

function inRange(name: string, value: number): boolean {
  if (name === 'BYMONTH') return value >= 1 && value <= 12;
  return value !== 0 && Math.abs(value) <= 31;
}
