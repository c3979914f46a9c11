/**
 * Messages may be handled in any order, but MQTT requires acknowledgements in the order of arrival (section 4.6). The
 * returned function registers the arrival of a message and returns a function to call once that message was handled.
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
