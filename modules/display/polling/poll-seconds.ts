import { DAY_SECONDS } from '#shared/clock.ts';
/** Limits of the polling interval. */
export const MIN_POLL_SECONDS = 30;
export const MAX_POLL_SECONDS = DAY_SECONDS;
export const DEFAULT_POLL_SECONDS = 900;
