/**
 * Messages may be dealt with in any order, but MQTT wants them acknowledged in the order of their arrival (4.6). The
 * answer registers an arrival and gives back what to call when that message may be acknowledged.
 */
export function orderedAcknowledgements(acknowledge: (messageId: number) => void) {
  const unacknowledged: { messageId: number; done: boolean }[] = [];
  return (messageId: number): (() => void) => {
    const arrival = { messageId, done: false };
    unacknowledged.push(arrival);
    return () => {
      arrival.done = true;
      while (unacknowledged[0]?.done) acknowledge((unacknowledged.shift() as typeof arrival).messageId);
    };
  };
}
