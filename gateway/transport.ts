import type { ReadinessChecks } from '#shared/http/operations.ts';

/** What brings the panels' messages to the gateway's logic and its commands to the panels. */
export interface Transport {
  /** Where panels connect to this process; 0 when they connect to somebody else. */
  port: number;
  /** The same for MQTT over TLS; null where there is none. */
  tlsPort: number | null;
  /** What to do at notifications of the database, by channel. */
  channels?: Record<string, (payload: string) => void>;
  /** Notifications may have been missed. */
  onMissed?: () => void;
  checks?: ReadinessChecks;
  close(): Promise<void>;
}
