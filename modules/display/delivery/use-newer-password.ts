/**
 * Assignments of an update of `display.devices d`: where `condition` is true, the panel has used its newer password, which
 * becomes its only one. Its enrolment window closes.
 */
export function useNewerPassword(condition: string): string {
  return `
    secret_hash = case when ${condition} then d.next_secret_hash else d.secret_hash end,
    broker_entry = case when ${condition} then d.next_broker_entry else d.broker_entry end,
    enrollment_open_until = case when ${condition} then null else d.enrollment_open_until end,
    next_secret_hash = case when ${condition} then null else d.next_secret_hash end,
    next_broker_entry = case when ${condition} then null else d.next_broker_entry end,
    next_issued_at = case when ${condition} then null else d.next_issued_at end`;
}
