import { connect, type Socket } from 'node:net';
import { now } from './now.ts';
import {
  CONNACK,
  connectPacket,
  DISCONNECT,
  PacketReader,
  PINGREQ,
  PINGRESP,
  PUBACK,
  PUBLISH,
  pubackPacket,
  publishPacket,
  SUBACK,
  subscribePacket,
} from './wire.ts';

export interface Target {
  port: number;
  /** The local address, because a gateway limits the connections of each address. */
  from?: string;
}

type Wait = PromiseWithResolvers<number>;

/** One MQTT client on its own socket. Pending operations are rejected when the connection ends. */
export class LoadClient {
  /** Called with the payload of every message and the time of its arrival. */
  onMessage: (payload: Buffer, at: number) => void = () => {};
  onClose: () => void = () => {};
  closed = false;
  readonly socket: Socket;
  readonly #waits = new Map<number, Wait>();
  readonly #reader = new PacketReader();
  #lastId = 0;

  constructor({ port, from }: Target) {
    this.socket = connect({ host: '127.0.0.1', port, noDelay: true, ...(from && { localAddress: from }) });
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk) => this.#reader.read(chunk, this.#take));
    this.socket.on('close', () => {
      this.closed = true;
      for (const wait of this.#waits.values()) wait.reject(new Error('the connection ended'));
      this.#waits.clear();
      this.onClose();
    });
  }

  /** The return code of CONNACK. */
  connect(name: string, password: string): Promise<number> {
    this.socket.write(connectPacket(name, password));
    return this.#answer(CONNACK);
  }

  subscribe(filter: string): Promise<number> {
    const id = this.#nextId();
    this.socket.write(subscribePacket(id, filter));
    return this.#answer(SUBACK, id);
  }

  /** Resolves with the time of the acknowledgement. */
  publish(topic: string, payload: string | Buffer): Promise<number> {
    const id = this.#nextId();
    this.socket.write(publishPacket(id, topic, payload));
    return this.#answer(PUBACK, id);
  }

  ping(): Promise<number> {
    this.socket.write(PINGREQ);
    return this.#answer(PINGRESP);
  }

  disconnect(): void {
    this.socket.end(DISCONNECT);
  }

  #answer(type: number, id = 0): Promise<number> {
    const wait = Promise.withResolvers<number>();
    if (this.closed) wait.reject(new Error('the connection ended'));
    else this.#waits.set((type << 16) | id, wait);
    return wait.promise;
  }

  #take = (first: number, body: Buffer): void => {
    const type = first >> 4;
    if (type === PUBLISH) this.#message((first >> 1) & 3, body);
    else if (type === CONNACK) this.#settle(type << 16, body[1] as number);
    else if (type === SUBACK) this.#settle((type << 16) | body.readUInt16BE(0), body[2] as number);
    else if (type === PUBACK) this.#settle((type << 16) | body.readUInt16BE(0), now());
    else this.#settle(type << 16, now());
  };

  #message(qos: number, body: Buffer): void {
    const at = now();
    const end = 2 + body.readUInt16BE(0);
    if (qos > 0) this.socket.write(pubackPacket(body.readUInt16BE(end)));
    this.onMessage(body.subarray(qos > 0 ? end + 2 : end), at);
  }

  #settle(key: number, value: number): void {
    this.#waits.get(key)?.resolve(value);
    this.#waits.delete(key);
  }

  #nextId(): number {
    this.#lastId = (this.#lastId % 65_535) + 1;
    return this.#lastId;
  }
}
