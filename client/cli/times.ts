const STEPS: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** How long ago a moment was, in a few characters. */
export function ago(iso: string | null): string {
  if (iso === null) return 'never';
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  const step = STEPS.find(([length]) => seconds >= length);
  return step ? `${Math.floor(seconds / step[0])} ${step[1]} ago` : 'just now';
}

/** The time of day of a moment, on the clock of this machine. */
export function clockTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
