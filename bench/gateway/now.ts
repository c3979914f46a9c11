/**
 * Milliseconds of a clock that all processes of the machine share, so that one process can time what another began.
 */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
