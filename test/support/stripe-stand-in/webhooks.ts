import { createHmac, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Event, seconds } from './objects.ts';

/** The delivery of events: twice each, in random order, or held back until they are released. */
export interface Travel {
  twice: boolean;
  shuffled: boolean;
  held: boolean;
}

export interface WebhookOptions {
  url: string;
  secret: string;
  /** Pause before the first repetition of a failed delivery, doubled with each further one. */
  retryMs: number;
}

const TRIES = 12;
const LONGEST_RETRY_MS = 60_000;
const DETOUR_MS = 250;

/** `Stripe-Signature` for a payload, made at a moment in seconds. */
export function sign(payload: string, secret: string, at = seconds()): string {
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${signature}`;
}

/** Delivers events like Stripe: signed, one by one, repeatedly until they get a 2xx response. */
export class Webhooks {
  readonly sent: Event[] = [];
  travel: Travel = { twice: false, shuffled: false, held: false };
  readonly options: WebhookOptions;
  readonly #waiting: Event[] = [];
  readonly #end = new AbortController();

  constructor(options: WebhookOptions) {
    this.options = options;
  }

  send(event: Event): void {
    this.sent.push(event);
    if (this.travel.held) this.#waiting.push(event);
    else this.#start(event);
  }

  /** Applies from now on. Held events are sent when they are no longer held, the last one first. */
  travelAs(travel: Travel): void {
    this.travel = travel;
    if (travel.held) return;
    for (const event of this.#waiting.splice(0).reverse()) this.#start(event);
  }

  close(): void {
    this.#end.abort();
  }

  #start(event: Event): void {
    for (let copy = 0; copy < (this.travel.twice ? 2 : 1); copy++) void this.#deliver(event);
  }

  async #deliver(event: Event): Promise<void> {
    const { signal } = this.#end;
    try {
      if (this.travel.shuffled) await pause(randomInt(DETOUR_MS), undefined, { signal });
      for (let attempt = 0; attempt < TRIES; attempt++) {
        if (await this.#post(event)) return;
        const wait = Math.min(this.options.retryMs * 2 ** attempt, LONGEST_RETRY_MS);
        await pause(wait, undefined, { signal });
      }
    } catch {
      if (!signal.aborted) throw new Error('A delivery broke off.');
    }
  }

  async #post(event: Event): Promise<boolean> {
    const payload = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': sign(payload, this.options.secret),
    };
    const { url } = this.options;
    const { signal } = this.#end;
    const response = await fetch(url, { method: 'POST', headers, body: payload, signal }).catch(() => null);
    await response?.arrayBuffer();
    return response?.ok ?? false;
  }
}
