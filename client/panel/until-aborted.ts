/** Settles as `work` does, or rejects with the signal's reason once it is aborted. */
export async function untilAborted(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp));
}
