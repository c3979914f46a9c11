/** Time for which a check waits for a response. */
export const RESPONSE_TIMEOUT_MS = 20_000;
