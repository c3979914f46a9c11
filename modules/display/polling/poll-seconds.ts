/** Limits of the polling interval. */
export const MIN_POLL_SECONDS = 30;
export const MAX_POLL_SECONDS = 86_400;
export const DEFAULT_POLL_SECONDS = 900;
