import { act } from './actions.ts';
import type { Books } from './books.ts';
import { Refusal, wrong } from './refusal.ts';
import type { Travel, Webhooks } from './webhooks.ts';

/**
 * Ways in which the API may fail: connections break (`down`), requests get no response (`slow`) or a 500 (`broken`).
 */
export const MOODS = ['good', 'down', 'slow', 'broken'] as const;
export type Mood = (typeof MOODS)[number];

interface Hooked {
  books: Books;
  webhooks: Webhooks;
  mood: Mood;
}

/**
 * Actions of tests and of people on the stand-in, as JSON: `GET state`; `PUT mood` with the word; `PUT travel` with
 * the delivery of events; `POST pay` with a `session`; `POST` and an action of the portal with a `subscription`.
 * @throws {Refusal}
 */
export function handleHook(hooked: Hooked, method: string, hook: string, body: string): object {
  const { books, webhooks } = hooked;
  if (method === 'GET' && hook === 'state') return stateOf(hooked);
  if (method === 'PUT' && hook === 'mood') {
    const mood = MOODS.find((known) => known === body.trim());
    if (!mood) throw wrong(`One of ${MOODS.join(', ')}, please.`);
    hooked.mood = mood;
    return { mood };
  }
  if (method === 'PUT' && hook === 'travel') {
    const { twice = false, shuffled = false, held = false }: Partial<Travel> = JSON.parse(body);
    webhooks.travelAs({ twice, shuffled, held });
    return webhooks.travel;
  }
  if (method !== 'POST') throw new Refusal(404, { message: 'There is no such hook.' });
  const { session = '', subscription = '' } = JSON.parse(body || '{}');
  return hook === 'pay' ? books.pay(session) : act(books, hook, subscription);
}

function stateOf({ books, webhooks, mood }: Hooked): object {
  const { customers, sessions, subscriptions } = books;
  return {
    mood,
    travel: webhooks.travel,
    customers: [...customers.values()],
    sessions: [...sessions.values()],
    subscriptions: [...subscriptions.values()],
  };
}
