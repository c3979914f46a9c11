import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { registerPerson } from '#test/support/person.ts';
import { startService } from '../gateway/service.ts';

const PUSHES_A_SECOND = 40;

export interface PushTimes {
  /** Pushes texts at a fixed pace until `over`; returns milliseconds, each from when it was due. */
  during(over: Promise<unknown>): Promise<number[]>;
  close(): Promise<void>;
}

/** An api process of an installation, and ten people who push texts. */
export async function startPushing(settings: Record<string, string>): Promise<PushTimes> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = await startService('api', {
    ...settings,
    ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: port, PUBLIC_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  });
  const client = createClient({ url, surfaces: [] });
  const people = await Promise.all(Array.from({ length: 10 }, () => registerPerson(client, url)));
  return {
    async during(over) {
      let isOver = false;
      const ending = over.finally(() => {
        isOver = true;
      });
      const times: number[] = [];
      const pushes: Promise<void>[] = [];
      const begun = performance.now();
      for (let n = 0; !isOver; n++) {
        const due = begun + (n * 1000) / PUSHES_A_SECOND;
        await pause(Math.max(0, due - performance.now()));
        const raw = Buffer.from(`Note ${n}: the water is off on Tuesday.`);
        const pushed = people[n % people.length]?.sdk.post('/push', { raw }).then(({ status, text }) => {
          if (status !== 201) throw new Error(text);
          times.push(performance.now() - due);
        });
        if (pushed) pushes.push(pushed);
      }
      await Promise.all([...pushes, ending]);
      return times;
    },
    close: () => api.end('SIGTERM'),
  };
}
