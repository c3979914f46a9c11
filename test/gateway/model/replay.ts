import { type Display, type Item, type State, type Step, stepsFrom, unowned } from './display-model.ts';
import type { Change, Row } from './history.ts';

/** A step that the database took, between two states of the model. */
export interface Taken extends Step {
  at: number;
  /** The row of the presentation that it was about, as the step left it. */
  row: Row | null;
}

/**
 * Follows what the database recorded through the model. Of two explanations with the same outcome, `plausible` takes
 * what there is a reason for.
 * @throws when a transaction did what the model knows no step for, or what there was no reason for
 */
export function replay(history: Change[], plausible: (taken: Taken, soFar: Taken[]) => boolean): Taken[] {
  let display = unowned;
  const taken: Taken[] = [];
  for (const change of history) {
    const made = withNewItems(display, change);
    const actual = apply(made, change);
    checkInvariants(actual, change);
    if (!same(made, actual)) {
      const explanations = stepsFrom(made, actual)
        .filter(({ next }) => same(next, actual))
        .map((step) => ({
          ...step,
          at: change.at,
          row: change.presentations.find(({ id }) => id === step.item)?.after ?? null,
        }));
      const step = explanations.find((one) => plausible(one, taken));
      if (!step) {
        const guesses = explanations.map(({ what }) => what).join(' or ');
        throw new Error(
          `${guesses ? `${guesses} without a reason` : 'no step of the model'}:\n${describeDisplay(made)}\nbecame\n${describeDisplay(actual)}`,
        );
      }
      taken.push(step);
    }
    display = actual;
  }
  return taken;
}

/** What a presentation's row says. */
function itemOf(row: Row, delivered: boolean): Item {
  return {
    id: row.id,
    binding: row.binding_id,
    state: row.state as State,
    priority: row.priority,
    // Rows of the same millisecond are distinguished by an id that grows.
    made: `${String(Date.parse(row.created_at)).padStart(16, '0')} ${row.id}`,
    failure: row.failure?.code ?? null,
    delivered,
  };
}

function withNewItems(display: Display, { presentations }: Change): Display {
  const items = new Map(display.items);
  for (const { before, after } of presentations)
    if (!before && after) items.set(after.id, { ...itemOf(after, false), state: 'preparing', failure: null });
  return { ...display, items };
}

function apply(display: Display, { device, presentations }: Change): Display {
  const items = new Map(display.items);
  for (const { id, after } of presentations) {
    if (!after) items.delete(id);
    else items.set(id, itemOf(after, after.state === 'published' || (items.get(id)?.delivered ?? false)));
  }
  const row = device?.after;
  if (!row) return { ...display, items };
  return {
    binding: row.binding_id,
    policy: row.queue_policy,
    format: row.format,
    pending: row.pending_presentation_id,
    current: row.current_presentation_id,
    items,
  };
}

/** What holds after every transaction, whatever steps there are. */
function checkInvariants(display: Display, { at, device }: Change): void {
  const { items, pending, current, binding } = display;
  const published = [...items.values()].filter(({ state }) => state === 'published').map(({ id }) => id);
  const confirmed = [...items.values()].filter((one) => one.state === 'confirmed' && one.binding === binding);
  const fault =
    (published.length > 1 && 'two are published') ||
    ((published[0] ?? null) !== pending && 'what is published is not what is pending') ||
    (confirmed.some(({ id }) => id !== current) && 'confirmed, and not the current one') ||
    ([pending, current].some((id) => id && items.get(id)?.binding !== binding) &&
      'a picture of another ownership') ||
    (device?.before &&
      device.after &&
      device.after.reported_epoch < device.before.reported_epoch &&
      'an older connection has the last word on what is on the glass');
  if (fault) throw new Error(`${fault} at ${new Date(at).toISOString()}:\n${describeDisplay(display)}`);
}

function same(one: Display, other: Display): boolean {
  return describeDisplay(one) === describeDisplay(other);
}

/** A display in words. */
export function describeDisplay({ binding, policy, format, pending, current, items }: Display): string {
  const short = (id: string | null) => id?.slice(-6) ?? 'none';
  const all = [...items.values()].map(
    (item) => `${short(item.id)} of ${short(item.binding)}: ${item.state} ${item.failure ?? ''}`,
  );
  return `owned ${short(binding)}, ${policy}, ${format}, pending ${short(pending)}, current ${short(current)}; ${all.join('; ')}`;
}
