import type { Block } from '../blocks.ts';
import type { Json } from './fields.ts';
import { plainName, readableName } from './names.ts';

/** Names of the member that says whether a task is done. */
const DONE_MEMBERS = ['done', 'completed', 'is_completed', 'checked', 'complete', 'finished', 'due_complete'];
/** The same as a status in words (RFC 5545, Google). */
const TASK_STATUS =
  /^(?:needs[-_ ]?action|completed|in[-_ ]process|not[-_ ]?started|in[-_ ]?progress|deferred)$/i;
/** Members that only runs of machines have: a completed run may have failed. */
const RUN_MEMBERS = ['conclusion', 'steps', 'exit_code', 'run_number'];
/** Members that only tasks have beside a status. */
const TASK_MEMBER = /^(?:due|completed)(?:_|$)/;
/** A due date without a time. */
const MIDNIGHT = /T00:00:00(?:\.0{1,6})?Z$/;
const DUE_NAMES = /due|deadline|when|date|time/;
/** Counts beside a task, such as its comments. 0 is left out. */
const COUNT = /(?:^|_)count$|^(?:quantity|repeat_after|percent_done|percent_complete)$/;
/** Creation times, which are left out of a task. */
export const CREATION_TIMES =
  /^(?:added|created|updated?|modified)(?:_(?:at|on|time|date|date_time))?$|^(?:date_)?last_(?:activity|update|updated|modified)(?:_date_?time|_date|_at)?$/;
const TEXT_MEMBERS = ['content', 'title', 'task', 'name', 'text', 'summary', 'item', 'description'];

/** Whether a task is done; null for a member without that information. */
function doneOf(name: string, record: Json): boolean | null {
  const value = record[name];
  if (DONE_MEMBERS.includes(plainName(name))) return typeof value === 'boolean' ? value : null;
  if (plainName(name) !== 'status' || typeof value !== 'string' || !TASK_STATUS.test(value)) return null;
  return /^completed$/i.test(value);
}

/** Whether records are tasks rather than runs of machines, orders or payments, which are completed too. */
function areTasks(done: string, records: Json[]): boolean {
  const names = new Set(records.flatMap((one) => Object.keys(one)).map(plainName));
  if (RUN_MEMBERS.some((name) => names.has(name))) return false;
  if (plainName(done) !== 'status') return true;
  return (
    [...names].some((name) => TASK_MEMBER.test(name)) || records.some((one) => doneOf(done, one) === false)
  );
}

/** Whether a text contains a value as whole words. */
const isContained = (value: string, text: string) =>
  ` ${text.toLowerCase()} `.includes(` ${value.toLowerCase()} `);

/** Tasks as items with boxes; null for any other records. */
export function recordsToTasks(records: Json[], fields: Map<string, string>[]): Block[] | null {
  const [first] = records;
  const done = Object.keys(first ?? {}).find((name) => records.every((one) => doneOf(name, one) !== null));
  if (!done || !areTasks(done, records)) return null;
  const items = fields.map((one, index): Block | null => {
    const own = [...one].filter(
      ([name, value]) =>
        name !== readableName(done) &&
        !DONE_MEMBERS.includes(plainName(name)) &&
        !(plainName(name) === 'identifier' && /^#\d{1,9}$/.test(value)) &&
        value !== 'false' &&
        !CREATION_TIMES.test(plainName(name)),
    );
    const text =
      own.find(([name]) => plainName(name) === 'display') ??
      own.find(([name]) => TEXT_MEMBERS.includes(plainName(name)));
    if (!text) return null;
    const due = own.find(
      ([name, value]) => DUE_NAMES.test(plainName(name)) && /^\d{4}-\d\d-\d\d/.test(value),
    );
    const rest = own
      .filter(([name, value]) => !(COUNT.test(plainName(name)) && /^0(?: %)?$/.test(value)))
      .filter((field) => field !== text && field !== due && !isContained(field[1], text[1]))
      .map(([name, value]) => {
        if (value === 'true') return name;
        return /^\d/.test(value) || value.length < 4 ? `${name} ${value}` : value;
      });
    const words = {
      text: [text[1], ...rest].join(' · '),
      ordered: false,
      done: doneOf(done, records[index] ?? {}) === true,
    };
    return { kind: 'item', ...words, ...(due && { when: due[1].replace(MIDNIGHT, '') }) };
  });
  return items.includes(null) ? null : (items as Block[]);
}
