import type { Metrics } from '#shared/metrics.ts';

/** The metrics of the gateway. */
export function createCounters(metrics: Metrics) {
  return {
    connections: metrics.gauge('gateway_connections', 'Panels connected to this process.'),
    connects: metrics.counter('gateway_connects_total', 'Connection attempts by outcome.', ['outcome']),
    messages: metrics.counter('gateway_messages_total', 'Messages from panels by kind and outcome.', [
      'kind',
      'outcome',
    ]),
    commands: metrics.counter('gateway_commands_total', 'Commands sent to panels by kind.', ['kind']),
    resends: metrics.counter(
      'gateway_resends_total',
      'Commands sent again because a panel did not execute them.',
    ),
    refused: metrics.counter('gateway_refused_total', 'Packets and sockets refused, by reason.', ['reason']),
    databaseFailing: metrics.gauge('gateway_database_failing', '1 while messages cannot be stored.'),
    heartbeatsWaiting: metrics.gauge('gateway_heartbeats_waiting', 'Heartbeats that are not stored yet.'),
    confirmSeconds: metrics.histogram(
      'gateway_publish_to_confirm_seconds',
      'From the first command for a picture to its confirm, within one connection.',
      [],
      [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900],
    ),
    storeSeconds: metrics.histogram('gateway_store_seconds', 'Time to store the effect of a message.', [
      'kind',
    ]),
  };
}

export type Counters = ReturnType<typeof createCounters>;
