import { setTimeout as pause } from 'node:timers/promises';
import type { BrokerLink, LocatedPanel } from '#modules/display';
import { monotonicMs } from '#shared/clock.ts';
import type { SessionLock, SessionLocks } from '#shared/db/session-locks.ts';
import type { Log } from '#shared/log.ts';
import { type BrokerAddress, GATEWAY_GONE_TOPIC } from './broker-address.ts';
import { type ClientOptions, connectClient } from './broker-client.ts';
import type { BrokerTraits } from './session.ts';

export interface AdoptionDeps {
  address: BrokerAddress;
  broker: BrokerLink;
  locks: SessionLocks;
  traits: BrokerTraits;
  gatewayId: string;
  log: Log;
  stopping: AbortSignal;
  onMessage: ClientOptions['onMessage'];
  /** Called with the panels whose commands this gateway sends from now on. */
  onPanels(panels: LocatedPanel[]): void;
}

/** A session that delivers no message for this long is empty. */
const EMPTY_AFTER_MS = 1_000;

/**
 * Takes over the sessions of gateways that are gone: handles the messages that each session still holds, then ends the
 * session, so that the broker no longer queues messages in it.
 */
export async function adoptSessions(deps: AdoptionDeps): Promise<void> {
  const { address, broker, locks } = deps;
  for (const slot of await broker.sessions(address.key)) {
    const lock = await locks.take(slot);
    if (!lock) continue;
    try {
      await adopt(lock, deps);
    } finally {
      await lock.release();
    }
  }
}

async function adopt({ number }: SessionLock, deps: AdoptionDeps): Promise<void> {
  const { address, broker, gatewayId, log } = deps;
  deps.onPanels(await broker.takeOverSession(address.key, number, gatewayId));
  const handled = await handleRemaining(number, deps);
  const last = await connectClient({ ...clientOptions(number, deps), clean: true });
  await last.end();
  await broker.forgetSession(address.key, number);
  log.info({ broker: address.key, session: number, handled }, 'took over from a gateway that is gone');
}

/** Handles all messages of a session and returns their number. */
async function handleRemaining(slot: number, deps: AdoptionDeps): Promise<number> {
  let handled = 0;
  let last = monotonicMs();
  const client = await connectClient({
    ...clientOptions(slot, deps),
    async onMessage(packet) {
      await deps.onMessage(packet);
      handled += 1;
      last = monotonicMs();
    },
  });
  try {
    for (const topic of [deps.address.sharedTopics, deps.address.topics, GATEWAY_GONE_TOPIC])
      await client.unsubscribe(topic);
    for (;;) {
      const left = last + EMPTY_AFTER_MS - monotonicMs();
      if (left <= 0) return handled;
      const gone = client.closed.then((reason) => Promise.reject(reason ?? new Error('the broker closed')));
      await Promise.race([gone, pause(left, undefined, { signal: deps.stopping }).then(() => client.idle())]);
    }
  } finally {
    await client.end();
  }
}

function clientOptions(slot: number, { address, traits, onMessage }: AdoptionDeps): ClientOptions {
  return { address, clientId: address.clientId(slot), version: traits.version, onMessage };
}
