import type { AedesOptions } from 'aedes';

const ended = Promise.resolve({ done: true as const, value: undefined });
/** No packets, as an asynchronous iterator: aedes makes a pipeline of it for each connection, for half of what an empty array costs. */
const nothingQueued = { [Symbol.asyncIterator]: () => ({ next: () => ended }) };

/**
 * Options that take out of Aedes what a broker does and a gateway does not: messages go to no other client, and nothing
 * is kept of a panel that is not connected, nor of one that is: no wills to play for a broker that died, nothing retained,
 * queued or waiting for an acknowledgement. Looking for all that cost a third of the time of a connection. These are all the
 * calls that aedes 1.2.0 makes for clients with clean sessions and without QoS 2, which are all that are let in.
 */
export const noRouting = {
  mq: {
    on: (_topic: string, _deliver: unknown, done?: Done) => done?.(),
    removeListener: (_topic: string, _deliver: unknown, done?: Done) => done?.(),
    emit: (_packet: unknown, done: Done) => done(),
    close: (done: Done) => done(),
  },
  persistence: {
    async setup() {},
    async cleanSubscriptions() {},
    subscriptionsByTopic: async () => [],
    createRetainedStreamCombi: () => ({ pipe() {} }),
    async putWill() {},
    async delWill() {},
    streamWill: () => [],
    outgoingStream: () => nothingQueued,
    async outgoingEnqueueCombi() {},
    async outgoingClearMessageId() {},
    async incomingGetPacket() {},
  },
} satisfies AedesOptions;

type Done = () => void;
