/**
 * One display as the decisions on panels describe it, and nothing else: what may become of it in one step. Written
 * without looking at how it is done.
 */

export type State = 'preparing' | 'queued' | 'published' | 'confirmed' | 'expired' | 'failed';

/** A presentation bound for the display. */
export interface Item {
  id: string;
  /** The ownership that it was made in. */
  binding: string;
  state: State;
  /** Higher goes out first. */
  priority: number;
  /** Its place among all presentations ever made: elders come first in the order of texts. */
  made: string;
  /** The failure's code. */
  failure: string | null;
  /** Whether it was ever sent out. */
  delivered: boolean;
}

export interface Display {
  /** Null while the panel has no owner. */
  binding: string | null;
  policy: 'all' | 'latest';
  /** Of the frames that the panel takes. */
  format: string;
  pending: string | null;
  current: string | null;
  items: ReadonlyMap<string, Item>;
}

/** What happened in one step, and to which presentation. */
export interface Step {
  what:
    | 'render'
    | 'publish'
    | 'advance'
    | 'activate'
    | 'confirm'
    | 'panel_error'
    | 'panel_unresponsive'
    | 'remove'
    | 'unbind'
    | 'claim'
    | 'policy'
    | 'format';
  item: string | null;
  next: Display;
}

export const unowned: Display = {
  binding: null,
  policy: 'all',
  format: 'raw1',
  pending: null,
  current: null,
  items: new Map(),
};

/** What the panel should show; null for a page about itself. */
export function wanted({ pending, current }: Display): string | null {
  return pending ?? current;
}

/** The queue entry that goes out next. */
function nextInQueue(display: Display): Item | undefined {
  const order = display.policy === 'latest' ? -1 : 1;
  const elderFirst = (a: Item, b: Item) => (a.made < b.made ? -order : order);
  return queueOf(display).sort((a, b) => b.priority - a.priority || elderFirst(a, b))[0];
}

/** Everything that may happen next, given which binding, policy and format may have been chosen. */
export function stepsFrom(
  display: Display,
  { binding, policy, format }: Pick<Display, 'binding' | 'policy' | 'format'>,
): Step[] {
  const steps: Step[] = [{ what: 'format', item: null, next: { ...display, format } }];
  if (!display.binding) return [...steps, { what: 'claim', item: null, next: { ...display, binding } }];
  steps.push({ what: 'policy', item: null, next: { ...display, policy } });
  steps.push({ what: 'unbind', item: null, next: unbound(display) });
  for (const { id, state, delivered } of inBinding(display)) {
    if (state === 'preparing') steps.push({ what: 'render', item: id, next: become(display, 'queued', id) });
    if (state === 'queued') steps.push({ what: 'remove', item: id, next: become(display, 'expired', id) });
    if (delivered) steps.push({ what: 'activate', item: id, next: sentAtOnce(display, id) });
  }
  const head = nextInQueue(display);
  if (head) {
    const rest = display.policy === 'latest' ? withoutElders(display, head) : display;
    if (!display.pending) steps.push({ what: 'publish', item: head.id, next: sent(rest, head.id) });
    steps.push({ what: 'advance', item: head.id, next: sentAtOnce(rest, head.id) });
  }
  if (display.pending) {
    const item = display.pending;
    steps.push({ what: 'confirm', item, next: confirmed(display, item) });
    for (const what of ['panel_error', 'panel_unresponsive'] as const) {
      const given = become(display, 'failed', item, { failure: what });
      steps.push({ what, item, next: { ...given, pending: null } });
    }
  }
  return steps;
}

function inBinding({ binding, items }: Display): Item[] {
  return [...items.values()].filter((item) => item.binding === binding);
}

function queueOf(display: Display): Item[] {
  return inBinding(display).filter(({ state }) => state === 'queued');
}

function become(display: Display, state: State, id: string, more: Partial<Item> = {}): Display {
  const item = display.items.get(id);
  if (!item) return display;
  return { ...display, items: new Map(display.items).set(id, { ...item, state, ...more }) };
}

function expire(display: Display, id: string | null, from: State[]): Display {
  const item = id === null ? undefined : display.items.get(id);
  return item && from.includes(item.state) ? become(display, 'expired', item.id) : display;
}

/** With the policy `latest`, older entries expire when a newer one is published. */
function withoutElders(display: Display, { made }: Item): Display {
  return queueOf(display)
    .filter((item) => item.made < made)
    .reduce((rest, { id }) => expire(rest, id, ['queued']), display);
}

function sent(display: Display, id: string): Display {
  return { ...become(display, 'published', id, { delivered: true, failure: null }), pending: id };
}

/** By activation or advance: the frame on the glass and any other pending entry expire. */
function sentAtOnce(display: Display, id: string): Display {
  const replaced = [display.current, display.pending].filter((other) => other !== id);
  return sent(
    replaced.reduce((rest, other) => expire(rest, other, ['published', 'confirmed']), display),
    id,
  );
}

/** The previous picture expires; with activation it already is. */
function confirmed(display: Display, id: string): Display {
  const previous = display.current === id ? null : display.current;
  const rest = expire(display, previous, ['confirmed']);
  return { ...become(rest, 'confirmed', id), pending: null, current: id };
}

/** What was queued or published expires; what is still being rendered has lost its display. */
function unbound(display: Display): Display {
  const withdrawn = inBinding(display).reduce((rest, { id, state }) => {
    if (state === 'preparing') return become(rest, 'failed', id, { failure: 'display_not_found' });
    return expire(rest, id, ['queued', 'published']);
  }, display);
  return { ...withdrawn, ...{ binding: null, policy: 'all', pending: null, current: null } };
}
