import { domainToASCII } from 'node:url';

export interface EmailAddress {
  /** The displayed form: trimmed, lower-cased, in Unicode form NFC. */
  email: string;
  /** The one spelling under which the address is unique. */
  key: string;
}

const MAX_EMAIL_CHARACTERS = 254; // RFC 5321, section 4.5.3.1.3, less the angle brackets
const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{C}\p{Z}.]+(\.[^\s@"(),:;<>[\]\\\p{C}\p{Z}.]+)*$/u;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** `internet`: domains with a dot; `any`: also names of a local network, such as `localhost`. */
export type EmailDomains = 'internet' | 'any';

/**
 * Parses an e-mail address, internationalised ones (RFC 6531) included. Null if the text is not an address. All spellings
 * of one address (case, Unicode form, full-width letters, encoding of the domain) have the same key.
 */
export function parseEmail(text: string, domains: EmailDomains): EmailAddress | null {
  const email = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  if (email.length > MAX_EMAIL_CHARACTERS) return null;
  const at = email.lastIndexOf('@');
  const local = foldCase(email.slice(0, at));
  const domain = domainToASCII(email.slice(at + 1));
  if (at < 1 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return null;
  if (domains === 'internet' && !domain.includes('.')) return null;
  return { email, key: `${local}@${domain}` };
}

/** Upper and then lower case approximates Unicode's full case folding: ς and σ become equal, and ß and ss. */
function foldCase(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
