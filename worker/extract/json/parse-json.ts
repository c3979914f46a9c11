/** Whether a text may have numbers beyond the range of a number of this machine: an exponent of three digits, or many digits. */
const MAY_EXCEED = /[eE][+-]?\d{3}|\d{309}/;

/**
 * Parses JSON. A number that would become infinite, or zero although it is not, is its text as written.
 * @throws {SyntaxError}
 */
export const parseJson = (text: string): unknown =>
  MAY_EXCEED.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);

function asWritten(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number') return value;
  const isLost = !Number.isFinite(value) || (value === 0 && /^-?[0.]*[1-9]/.test(source));
  return isLost ? source : value;
}
