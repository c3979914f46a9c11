/** Numbers of advisory locks. Postgres knows locks by their number alone, so each purpose has its own. */
export const ADVISORY_LOCKS = {
  migration: 7_405_271,
  outbox: 7_405_272,
  backup: 7_405_273,
  /** Held by the process that owns the cluster of the box. */
  cluster: 0x706c6163,
};
