/** A gateway that has not renewed a panel's presence for this long does not hold it any more. */
export const LEASE_SECONDS = 30;

/**
 * SQL: the seconds from the last renewal of a presence, or from publication where that was later, until `now`. To be
 * added in the statement that replaces or ends that renewal, so that no time counts twice.
 */
export function connectedSeconds(names: { leaseUntil: string; pendingSince: string; now: string }): string {
  const renewed = `${names.leaseUntil} - make_interval(secs => ${LEASE_SECONDS})`;
  return `least(${LEASE_SECONDS}, greatest(0,
    extract(epoch from ${names.now}::timestamptz - greatest(${renewed}, ${names.pendingSince}))))`;
}
