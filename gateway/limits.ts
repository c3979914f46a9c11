/** Every period and limit of the gateway, in milliseconds unless the name says otherwise. */
export interface GatewayLimits {
  /** A socket that has not sent a whole CONNECT by then is closed; a PROXY header and a TLS handshake are part of it. */
  connectTimeout: number;
  /** How often the TLS files are looked at, in case they have been renewed. */
  certificateCheck: number;
  /** How long checking a credential may take. */
  authenticateTimeout: number;
  /** A panel that leaves this much time between packets, times 1.5, is gone, whatever keep-alive it asked for. */
  maxKeepaliveSeconds: number;
  /** How often presence is renewed. A third of the lease, so that one missed renewal does no harm. */
  presenceRenewal: number;
  /** How often every panel is compared again, in case a notification was lost. */
  sweep: number;
  /** A command that seems to have been lost is sent again no sooner than this, and ever more rarely. */
  minResend: number;
  maxResend: number;
  /** Pause before storing a message again when the database could not. */
  retryPause: number;
  /** How long a gateway that ends waits for the database to take note: half of what a process may take to end. */
  shutdown: number;
  /** How long a QoS 1 message waits for its effect to be stored before the connection is given up. */
  holdAck: number;
  /** Messages a second that one panel may send for long, and how many at once; more are slowed down. */
  messagesPerSecond: number;
  messageBurst: number;
  /** Messages of one panel that may wait for their effects to be stored; beyond that nothing is read from it. */
  maxPendingMessages: number;
}

export const gatewayLimits: GatewayLimits = {
  connectTimeout: 5_000,
  certificateCheck: 30_000,
  authenticateTimeout: 5_000,
  maxKeepaliveSeconds: 300,
  presenceRenewal: 10_000,
  sweep: 60_000,
  minResend: 15_000,
  maxResend: 300_000,
  retryPause: 1_000,
  shutdown: 5_000,
  holdAck: 60_000,
  messagesPerSecond: 20,
  messageBurst: 200,
  maxPendingMessages: 16,
};
