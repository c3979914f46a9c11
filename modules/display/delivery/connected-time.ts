/** A gateway that has not renewed its lease for this time no longer holds its panels. */
export const LEASE_SECONDS = 30;

/** SQL: joins the lease of the gateway that holds the connection `live`. */
export const JOIN_GATEWAY_LEASE = 'left join display.gateways gateway on gateway.id = live.gateway_id';

/**
 * SQL: until when the connection `live` counts as held. A new connection has its own lease until its gateway renews the
 * lease for all its connections. The lease of a polling panel lasts until the panel is expected again.
 */
export const HELD_UNTIL = 'greatest(live.lease_until, gateway.lease_until)';

/**
 * SQL: the `set` clause for `push`, the pending push of a panel. Adds the seconds for which the panel was connected until
 * `now`, since the last count, the beginning of its connection or the publication. The row of `push` has the time until
 * which was counted, so that no time counts twice.
 */
export function countConnectedTime(names: { leaseUntil: string; pendingSince: string; now: string }): string {
  const connectedAt = `${names.leaseUntil} - make_interval(secs => ${LEASE_SECONDS})`;
  const since = `greatest(${connectedAt}, ${names.pendingSince}, push.counted_until)`;
  const seconds = `extract(epoch from ${names.now}::timestamptz - ${since})`;
  return `unconfirmed_seconds = push.unconfirmed_seconds + least(${LEASE_SECONDS}, greatest(0, ${seconds})),
    counted_until = ${names.now}`;
}
