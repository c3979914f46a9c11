import { setTimeout as pause } from 'node:timers/promises';
import { backOffMs } from '#shared/back-off.ts';
import type { SessionLock } from '#shared/db/session-locks.ts';
import type { Log } from '#shared/log.ts';
import { type BrokerAddress, GATEWAY_GONE_TOPIC } from './broker-address.ts';
import { type BrokerClient, type ClientOptions, connectClient } from './broker-client.ts';

export interface SessionDeps {
  address: BrokerAddress;
  log: Log;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
  onMessage: ClientOptions['onMessage'];
  /** Called with each connection once it is subscribed to the panels, and with null when it has ended. */
  onConnection(client: BrokerClient | null): void;
}

/** Properties of a broker that are found out while connecting. */
export interface BrokerTraits {
  version: 4 | 5;
  /** Whether gateways share the panels' messages. Otherwise each subscriber receives all of them. */
  shared: boolean;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Reason code of MQTT 5 and return code of 3.1.1 for an unsupported protocol version. */
const UNSUPPORTED_VERSIONS = [132, 1];

/**
 * Keeps one session at the broker connected until its lock is lost or the gateway stops. The session and its
 * unacknowledged messages stay at the broker, for the next gateway that takes the lock.
 */
export async function keepSession(lock: SessionLock, traits: BrokerTraits, deps: SessionDeps): Promise<void> {
  const { address, log } = deps;
  const ending = AbortSignal.any([deps.stopping, lock.lost]);
  let failures = 0;
  /** Each reason is logged once until there is a connection. */
  const logged = new Set<string>();
  const failed = (error: Error) => {
    failures += 1;
    // For a host name with several addresses, the error has a code and no message.
    const reason = error.message || String((error as NodeJS.ErrnoException).code);
    if (ending.aborted || logged.has(reason)) return;
    logged.add(reason);
    log.warn({ broker: address.key, reason }, 'cannot connect to the broker, retrying');
  };
  while (!ending.aborted && readsMessages(lock, traits)) {
    try {
      // A gateway that lost the lock unnoticed must not disconnect the new owner.
      await lock.confirm();
      const client = await connectClient({
        ...deps,
        clientId: address.clientId(lock.number),
        version: traits.version,
        will: lastWill(lock),
      });
      const reason = await serve(client, lock, traits, deps, ending, () => {
        if (failures > 0) log.info({ broker: address.key }, 'connected to the broker again');
        failures = 0;
        logged.clear();
      });
      if (reason) failed(reason);
    } catch (error) {
      if (UNSUPPORTED_VERSIONS.includes((error as { code?: number }).code ?? 0)) traits.version = 4;
      failed(error as Error);
    }
    await pause(backOffMs(Math.max(0, failures - 1), FIRST_PAUSE_MS, LONGEST_PAUSE_MS), undefined, {
      signal: ending,
    }).catch(() => {}); // over
  }
}

/** Resolves when the connection has ended: with a reason, or null when that was intended. */
async function serve(
  client: BrokerClient,
  lock: SessionLock,
  traits: BrokerTraits,
  deps: SessionDeps,
  ending: AbortSignal,
  onSubscribed: () => void,
): Promise<Error | null> {
  try {
    await subscribePanels(client, lock, traits, deps);
    onSubscribed();
    deps.onConnection(client);
    const ended = Promise.withResolvers<null>();
    ending.addEventListener('abort', () => ended.resolve(null), { once: true });
    if (ending.aborted || !readsMessages(lock, traits)) ended.resolve(null);
    const reason = await Promise.race([client.closed, ended.promise]);
    if (ending.aborted || !readsMessages(lock, traits)) return null;
    return reason ?? new Error('the broker closed the connection');
  } finally {
    deps.onConnection(null);
    if (deps.stopping.aborted) {
      await Promise.race([client.idle(), client.closed]);
      client.publish(GATEWAY_GONE_TOPIC, String(lock.number));
    }
    await client.end();
  }
}

async function subscribePanels(
  client: BrokerClient,
  lock: SessionLock,
  traits: BrokerTraits,
  { address, log }: SessionDeps,
): Promise<void> {
  if (
    traits.shared &&
    (client.lacksSharedSubscriptions || !(await client.subscribe(address.sharedTopics, 1)))
  ) {
    traits.shared = false;
    log.warn(
      { broker: address.key },
      'the broker has no shared subscriptions: one gateway works, others stand by',
    );
  }
  if (!readsMessages(lock, traits)) return;
  if (!traits.shared && !(await client.subscribe(address.topics, 1)))
    throw new Error('the broker does not allow the service account to subscribe to the panels');
  await client.subscribe(GATEWAY_GONE_TOPIC, 0);
}

/** Whether this session subscribes to the panels. Without shared subscriptions only one session may. */
function readsMessages({ number }: SessionLock, { shared }: BrokerTraits): boolean {
  return shared || number === 0;
}

function lastWill(lock: SessionLock) {
  return { topic: GATEWAY_GONE_TOPIC, payload: String(lock.number) };
}
