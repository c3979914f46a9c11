import type { AedesOptions } from 'aedes';

const ended = Promise.resolve({ done: true as const, value: undefined });
/** An empty asynchronous iterator. Aedes creates a pipeline from it for each connection, at half the cost of an empty array. */
const nothingQueued = { [Symbol.asyncIterator]: () => ({ next: () => ended }) };

/**
 * Options that remove from aedes what a gateway does not need: routing between clients, last wills of brokers that died,
 * and retained, queued and unacknowledged packets. Looking for them cost a third of the time of a connection. These are
 * all calls that aedes 1.2.0 makes for clients with clean sessions and without QoS 2; others are not accepted.
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
