/** Limits of the interval that a panel is sent. */
export const MIN_POLL_SECONDS = 30;
export const MAX_POLL_SECONDS = 86_400;
export const DEFAULT_POLL_SECONDS = 900;
