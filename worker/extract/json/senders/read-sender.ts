import type { Block } from '../../blocks.ts';
import { splitText } from '../../split-text.ts';
import type { JsonReading } from '../arrange.ts';
import { isObject, type Json } from '../fields.ts';
import { find, has, SenderDocument } from './document.ts';
import { SENDERS } from './index.ts';
import type { Field, Rows } from './sender.ts';

/** Limit of rows; the words of further ones are counted. */
const MAX_ROWS = 500;
/** With fewer blocks, the general rules make a better page. */
const MIN_BLOCKS = 2;
/** Place of the name under which an object has each of its members. */
const NAME = '@';

/** The name of an envelope that some versions of an API put around the document. */
const ENVELOPE = /^(?:result|data|response)$/;

/** Reads a document of a known sender by its table, also within an envelope; null for any other. */
export function readSender(root: unknown): JsonReading | null {
  const [only, ...others] = isObject(root) ? Object.entries(root) : [];
  const isEnvelope = only !== undefined && others.length === 0 && ENVELOPE.test(only[0]);
  return readKnown(root) ?? (isEnvelope ? readKnown(only[1]) : null);
}

function readKnown(root: unknown): JsonReading | null {
  const sender = SENDERS.find((one) => one.has.every((place) => has(root, place)));
  if (!sender) return null;
  const document = new SenderDocument(root);
  const rows = sender.rows ? table(document, sender.rows) : [];
  // The first column of a single row is the title.
  const called = rows[0]?.kind === 'pair' && sender.title === '' ? rows.shift() : undefined;
  const title = called?.kind === 'pair' ? called.value : document.fill(sender.title);
  const text = sender.text === undefined ? null : document.text(sender.text);
  const lead = sender.lead ? pairs(document, [sender.lead]) : [];
  const blocks: Block[] = [
    ...(text === null ? [] : splitText(text)),
    ...lead,
    ...pairs(document, sender.facts ?? []),
    ...rows,
  ];
  const isPage = blocks.length >= MIN_BLOCKS || text !== null || blocks.some(({ kind }) => kind === 'table');
  if (!isPage) return null;
  const omitted = document.omittedWords(new Set(sender.clutter?.split(' ')));
  return { title, blocks, lead: lead[0]?.key ?? null, omitted, omittedRows: 0, ofRows: new Set() };
}

function pairs(document: SenderDocument, fields: readonly Field[], from?: unknown) {
  return fields.flatMap((field) => {
    const value = document.write(field, from);
    return value === null ? [] : [{ kind: 'pair' as const, key: field[0], value }];
  });
}

/** Rows as a table without its empty columns; a single row as facts. */
function table(document: SenderDocument, { of, columns, order }: Rows): Block[] {
  const things = thingsOf(document.root, of, columns);
  if (order) things.sort((a, b) => order(a.from as Json, b.from as Json));
  const [only, ...others] = things.slice(0, MAX_ROWS);
  if (!only) return [];
  if (others.length === 0 && typeof of !== 'object')
    return pairs(
      document,
      only.fields.filter(([, place]) => place !== NAME),
      only.from,
    );
  const rows = [only, ...others].flatMap(({ name, from, fields }) => {
    const cells = fields.map((field) => (field[1] === NAME ? name : document.write(field, from)) ?? '');
    return cells.some((cell, at) => cell !== '' && fields[at]?.[1] !== NAME) ? [cells] : [];
  });
  if (rows.length === 0) return [];
  const shown = columns.flatMap((_, at) => (rows.some((row) => row[at] !== '') ? [at] : []));
  return [
    {
      kind: 'table',
      header: shown.map((at) => columns[at]![0]),
      rows: rows.map((row) => shown.map((at) => row[at]!)),
      align: shown.map(() => 'start' as const),
    },
  ];
}

interface Thing {
  name: string;
  from: unknown;
  fields: readonly Field[];
}

function thingsOf(root: unknown, of: Rows['of'], fields: readonly Field[]): Thing[] {
  if (typeof of === 'function') return of(root).map((from) => ({ name: '', from, fields }));
  if (typeof of !== 'string')
    return Object.entries(of).map(([name, head]) => ({
      name,
      from: root,
      fields: fields.map(([label, place, form]) => [label, place === NAME ? NAME : head + place, form]),
    }));
  const list = of === '' ? root : find(root, of)?.value;
  if (!isObject(list) && !Array.isArray(list)) return [];
  return Object.entries(list).flatMap(([name, from]) =>
    typeof from === 'object' && from !== null ? [{ name, from, fields }] : [],
  );
}
