import type { ReadinessChecks } from '#shared/http/operations.ts';

/** Carries messages of panels to the gateway, and commands to the panels: the embedded broker or an external one. */
export interface Transport {
  /** Port on which panels connect to this process; 0 with an external broker. */
  port: number;
  /** The same for MQTT over TLS; null without a certificate. */
  tlsPort: number | null;
  /** Handlers of database notifications, by channel. */
  channels?: Record<string, (payload: string) => void>;
  /** Called when notifications may have been missed. */
  onMissed?: () => void;
  checks?: ReadinessChecks;
  close(): Promise<void>;
}
