import type { MqttClient } from 'mqtt';
import { type GatewayStand, rawClient } from '../gateway-stand.ts';

/** What panels that behave saw while something else went on. */
export interface Witnessed {
  /** Round trips: messages published and acknowledged, which means stored. */
  count: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
  /** Growth of each process at its largest, MiB. */
  growth: number[];
}

export interface Bystanders {
  /** Runs `attack` and returns how the panels fared meanwhile. @throws when one of them lost its connection */
  during(attack: () => Promise<unknown>): Promise<Witnessed>;
  end(): Promise<void>;
}

/** Some panels that behave, each of which sends one message after the other. */
export async function startBystanders(
  stand: GatewayStand,
  urls: string[],
  processes: { memory(): Promise<number> }[],
): Promise<Bystanders> {
  const clients: MqttClient[] = [];
  for (const url of urls) {
    const { thingName, password } = await stand.newPanel();
    const login = { clientId: thingName, username: thingName, password };
    clients.push((await rawClient(url, login)).on('error', () => {}));
  }

  return {
    async during(attack) {
      const times: number[] = [];
      let over = false;
      const speak = async (client: MqttClient) => {
        const topic = `placard/dev/${client.options.clientId}/up/state`;
        while (!over) {
          const started = performance.now();
          await client.publishAsync(topic, '{"still":"here"}', { qos: 1 });
          times.push(performance.now() - started);
          await new Promise((resolve) => setTimeout(resolve, 60)); // as many as a panel may send
        }
      };
      const before = await Promise.all(processes.map((one) => one.memory()));
      const peak = [...before];
      const weigh = async () => {
        while (!over) {
          for (const [n, one] of processes.entries()) peak[n] = Math.max(peak[n] ?? 0, await one.memory());
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };
      const witnesses = [...clients.map(speak), weigh()];
      try {
        await Promise.race([attack(), Promise.all(witnesses)]); // a witness that fails ends it
      } finally {
        over = true;
        await Promise.all(witnesses);
      }
      if (!clients.every(({ connected }) => connected)) throw new Error('a bystander lost its connection');
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
      const growth = peak.map((most, n) => most - (before[n] ?? 0));
      return { count: times.length, p50: at(0.5), p99: at(0.99), worst: at(1), growth };
    },
    async end() {
      for (const client of clients) await client.endAsync(true);
    },
  };
}
