/** The periods and limits of the gateway, in milliseconds unless the name has another unit. */
export interface GatewayLimits {
  /** Time from accepting a socket to its complete CONNECT packet, PROXY header and TLS handshake included. */
  connectTimeout: number;
  /** How often the TLS files are read again, in case they were renewed. */
  certificateCheck: number;
  /** How long checking credentials may take. */
  authenticateTimeout: number;
  /** Longest keep-alive. A panel that sends nothing for 1.5 times its keep-alive is disconnected. */
  maxKeepaliveSeconds: number;
  /** How often presence is renewed: a third of the lease, so that one renewal may be missed. */
  presenceRenewal: number;
  /** How often every panel is reconciled, in case a notification was lost. */
  sweep: number;
  /** How often the clock is checked for changes. After a change every panel is reconciled. */
  clockCheck: number;
  /** Shortest and longest pause before a command without effect is sent again. The pause doubles each time. */
  minResend: number;
  maxResend: number;
  /** Pause before a message is stored again after the database failed. */
  retryPause: number;
  /** How long a stopping gateway waits for the database: half of the time that a process has to stop. */
  shutdown: number;
  /** How long storing a QoS 1 message is retried before its connection is closed. */
  holdAck: number;
  /** Sustained rate and burst of messages of one panel. Messages beyond them are delayed. */
  messagesPerSecond: number;
  messageBurst: number;
  /** Received messages of one panel that are not stored yet. At this number, reading from the panel pauses. */
  maxPendingMessages: number;
}

export const gatewayLimits: GatewayLimits = {
  connectTimeout: 5_000,
  certificateCheck: 30_000,
  authenticateTimeout: 5_000,
  maxKeepaliveSeconds: 300,
  presenceRenewal: 10_000,
  sweep: 60_000,
  clockCheck: 1_000,
  minResend: 15_000,
  maxResend: 300_000,
  retryPause: 1_000,
  shutdown: 5_000,
  holdAck: 60_000,
  messagesPerSecond: 20,
  messageBurst: 200,
  maxPendingMessages: 16,
};
