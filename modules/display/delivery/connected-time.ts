/** A gateway that has not renewed its lease for this long does not hold its panels any more. */
export const LEASE_SECONDS = 30;

/** SQL: joins the lease of the gateway that holds the connection `live`. */
export const ITS_GATEWAY = 'left join display.gateways gateway on gateway.id = live.gateway_id';

/**
 * SQL: until when the connection `live` counts as held. A new one has a lease of its own until its gateway renews the
 * one for all of them; a polling panel's lasts until the panel is expected again.
 */
export const HELD_UNTIL = 'greatest(live.lease_until, gateway.lease_until)';

/**
 * SQL: what to set on `push`, the pending one of a panel: the seconds that the panel has been connected until `now`
 * since the last count, the beginning of its connection or the publication. The row of `push` decides what was
 * counted before, so that no time counts twice.
 */
export function countConnectedTime(names: { leaseUntil: string; pendingSince: string; now: string }): string {
  const connectedAt = `${names.leaseUntil} - make_interval(secs => ${LEASE_SECONDS})`;
  const since = `greatest(${connectedAt}, ${names.pendingSince}, push.counted_until)`;
  const seconds = `extract(epoch from ${names.now}::timestamptz - ${since})`;
  return `unconfirmed_seconds = push.unconfirmed_seconds + least(${LEASE_SECONDS}, greatest(0, ${seconds})),
    counted_until = ${names.now}`;
}
