import { type Block, MAX_TEXT, oneLine } from './blocks.ts';
import { wordedMoment } from './json/worded-moment.ts';
import { mailField } from './mail-fields.ts';
import { splitText } from './split-text.ts';

export interface Mail {
  subject: string | null;
  blocks: Block[];
  /** The part of the text beyond the limit. */
  beyond: string;
}

const FIELD = /^(\p{L}[\p{L}\p{M} -]{0,40}?)\s?[:：](?:[ \t]|$|(?<=：))/u;
/** Technical fields: a text with one of them is a complete mail (RFC 5322). */
const TECHNICAL_FIELD = /^(?:return-path|message-id|mime-version|dkim-signature|delivered-to|content-type)$/;
/** Names of the server and the client in a `Received` field. In exports of messengers the field of this name has only a time. */
const RECEIVED_PARTIES = /\b(?:from|by)\s/;
/** The fields of a complete mail that are shown above its text. */
const SHOWN_FIELDS = ['from', 'to', 'cc', 'date'];
/** The fields that mail programs copy above the text. A mail without technical fields has no others. */
const COPIED_FIELD =
  /^(?:from|to|cc|bcc|date|sent|subject|reply-to|organi[sz]ation|importance|priority|attachments?|user-agent|x-[a-z-]{2,30})$/;
/** Fields of programs, of no interest to a reader. */
const PROGRAM_FIELD = /^(?:user-agent|x-)/;
const MAX_FIELDS = 200;

/** Characters of the fields of a mail up to which all of them stand above its text. */
const MAX_CHARACTERS_ABOVE = 120;
/** The fields that stand there in any case. */
const FIELDS_ABOVE: ReadonlySet<string> = new Set(['from', 'date', 'sent']);
/** A sender with an address, which stands below the text. */
const NAMED_ADDRESS = /^"?([^<>"]{2,120}?)"?\s*(<[^<>\s]{3,200}>)$/u;

/** The last line that mail programs write above a forwarded mail. */
const FORWARDED_LINE = /^(?=.{4,80}$).*\p{L}.*(?:[:：]|-{3})$/u;
/** The line that telephones write below each mail, and above a forwarded one. */
const SENT_FROM =
  /^\s{0,9}(?:sent from|von meinem|gesendet von|envoyé de|enviado desde|inviato da|verzonden vanaf)\s.{2,40}$/iu;
/** The sign that mail programs write before the subject of a forwarded mail. */
const FORWARD_SIGN = /^\p{L}{1,10}\s?[:：]\s{0,3}/u;
/** Limits of the lines and characters above a forwarded mail. */
const MAX_COVER_LINES = 30;
const MAX_COVER_CHARACTERS = 4000;

/** A stored or copied mail, also one forwarded below a few lines. Null for any other text. */
export const readMail = (text: string): Mail | null => readOwn(text) ?? readForwarded(text);

/** A forwarded mail, with the sender's words below the subject. */
function readForwarded(text: string): Mail | null {
  const lines = text.slice(0, MAX_COVER_CHARACTERS).split('\n').slice(0, MAX_COVER_LINES);
  for (const [at, line] of lines.entries()) {
    if (!FORWARDED_LINE.test(line.trim())) continue;
    const next = lines.findIndex((one, index) => index > at && one.trim() !== '');
    if (mailField(FIELD.exec(lines[next] ?? '')?.[1] ?? '') !== 'from') continue;
    const cover = lines.slice(0, next).join('\n');
    const mail = readOwn(text.slice(cover.length + 1));
    if (!mail) return null;
    const [subject, ...others] = mail.blocks;
    if (!subject) return null;
    const said = lines.slice(0, at);
    // Only what mail programs write: it stands below the mail.
    if (said.every((one) => one.trim() === '' || SENT_FROM.test(one)))
      return { ...mail, blocks: [...mail.blocks, ...splitText(cover)] };
    const above = lines.slice(0, next);
    const named = above.findIndex((one) => one.trim() !== '');
    const own = oneLine(above[named] ?? '');
    // The sender's subject is that of the forwarded mail, with a sign before it.
    if (mail.subject === null || own.replace(FORWARD_SIGN, '') !== mail.subject || own === mail.subject)
      return { ...mail, blocks: [subject, ...splitText(cover), ...others] };
    const rest = splitText(above.toSpliced(named, 1).join('\n'));
    return { ...mail, subject: own, blocks: [{ kind: 'heading', level: 1, text: own }, ...rest, ...others] };
  }
  return null;
}

/** The fields and the text of a mail. Null for any other text, and for a multipart message. */
function readOwn(text: string): Mail | null {
  const end = text.indexOf('\n\n');
  if (end < 0 || !FIELD.test(text.slice(0, 60))) return null;
  const read = fieldsOf(text.slice(0, Math.min(end, MAX_TEXT)));
  if (!read?.fields.has('from')) return null;
  const { fields, writtenNames } = read;
  const isWhole =
    [...fields.keys()].some((name) => TECHNICAL_FIELD.test(name)) ||
    RECEIVED_PARTIES.test(fields.get('received') ?? '');
  if (!isWhole && !isCopied(fields)) return null;
  if (/^multipart\//i.test(fields.get('content-type') ?? '')) return null;
  const body = decoded(text.slice(end + 2), (fields.get('content-transfer-encoding') ?? '').toLowerCase());
  // The other fields of a complete mail are technical; those of a copied one are shown in their order.
  const shownFields = isWhole
    ? SHOWN_FIELDS
    : [...fields.keys()].filter((name) => name !== 'subject' && !PROGRAM_FIELD.test(name));
  const pairs = shownFields.flatMap((name): Fact[] => {
    const value = fields.get(name);
    const key = writtenNames.get(name) ?? name;
    return value ? [{ kind: 'pair', key, value: wordedMoment(decodeWords(value)) }] : [];
  });
  const { above, below } = aroundText(pairs);
  const subject = decodeWords(fields.get('subject') ?? '');
  return {
    subject: subject === '' ? null : subject,
    blocks: [
      ...(subject === '' ? [] : [{ kind: 'heading' as const, level: 1, text: subject }]),
      ...above,
      ...splitText(body),
      ...below,
    ],
    beyond: body.slice(MAX_TEXT),
  };
}

type Fact = Extract<Block, { kind: 'pair' }>;

/**
 * The fields that stand above the text of a mail, and those below it. Many readers and long addresses would fill half a page
 * before its first word.
 */
function aroundText(facts: Fact[]): { above: Fact[]; below: Fact[] } {
  if (facts.reduce((sum, { value }) => sum + value.length, 0) <= MAX_CHARACTERS_ABOVE)
    return { above: facts, below: [] };
  const isAbove = ({ key }: Fact) => FIELDS_ABOVE.has(mailField(key));
  const senderOf = ({ value }: Fact) => NAMED_ADDRESS.exec(value);
  return {
    above: facts.filter(isAbove).map((fact) => ({ ...fact, value: senderOf(fact)?.[1] ?? fact.value })),
    below: facts.flatMap((fact) => {
      const address = senderOf(fact)?.[2];
      return isAbove(fact) ? (address ? [{ ...fact, value: address }] : []) : [fact];
    }),
  };
}

/** Whether the fields are those of a copied mail. A note has others as well. */
const isCopied = (fields: Map<string, string>) =>
  fields.has('subject') &&
  (fields.has('to') || fields.has('date') || (fields.get('from') ?? '').includes('@')) &&
  [...fields.keys()].every((name) => COPIED_FIELD.test(name));

interface Fields {
  /** By name in lower case; continued lines, and fields of the same name, are joined. */
  fields: Map<string, string>;
  /** Their names as written in the mail. */
  writtenNames: Map<string, string>;
}

/** Null if one of the lines is not part of a header. */
function fieldsOf(header: string): Fields | null {
  const lines = header.replace(/\n[ \t]+/g, ' ').split('\n');
  if (lines.length > MAX_FIELDS) return null;
  const fields = new Map<string, string>();
  const writtenNames = new Map<string, string>();
  for (const line of lines) {
    const [head, name] = FIELD.exec(line) ?? [];
    if (head === undefined || name === undefined) return null;
    const key = mailField(name);
    const before = fields.get(key);
    const value = oneLine(line.slice(head.length));
    fields.set(key, before ? `${before}, ${value}` : value);
    if (!before) writtenNames.set(key, `${name[0]?.toUpperCase()}${name.slice(1)}`);
  }
  return { fields, writtenNames };
}

/** Decodes a body in quoted-printable or base64. */
function decoded(body: string, encoding: string): string {
  if (encoding === 'base64' && /^[A-Za-z0-9+/=\s]*$/.test(body))
    return Buffer.from(body, 'base64').toString('utf8').replace(/\r\n?/g, '\n');
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body.replace(/=\n/g, ''), '=') : body;
}

/** Decodes runs of `=C3=A4` as UTF-8. */
export function decodeQuotedPrintable(text: string, mark: '='): string {
  return text.replace(/(?:=[0-9A-F]{2}){1,2000}/gi, (run) =>
    Buffer.from(run.replaceAll(mark, ''), 'hex').toString('utf8'),
  );
}

const ENCODED_WORD = /=\?utf-8\?([qb])\?([^?\s]{0,400})\?=/gi;

/** Decodes the encoded words (RFC 2047) of a field. */
const decodeWords = (value: string) =>
  value
    .replace(/(?<=\?=)\s+(?==\?)/g, '')
    .replace(ENCODED_WORD, (_, way: string, said: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(said, 'base64').toString('utf8')
        : decodeQuotedPrintable(said.replaceAll('_', ' '), '='),
    );
