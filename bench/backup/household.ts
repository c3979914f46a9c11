import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { switchOffPanels } from '#test/support/running-panels.ts';
import { startGatewayProcess, startService } from '../gateway/service.ts';

const PEOPLE = 10;
const PANELS_EACH = 5;
const HEARTBEAT_MS = 5_000;
/** Of ten actions, four are pushes, five read a list and one uploads a photograph. */
const ACTIONS_A_SECOND = 20;
const CONFIRM_MS = 300_000;

type Client = Person & { panels: Awaited<ReturnType<Person['panel']>>[] };

/** The processes of an installation with panels and people who use them. */
export interface Household {
  /**
   * Runs actions at a fixed pace until `over` settles, then waits until each panel has confirmed the last picture
   * pushed to it. Returns the milliseconds of each push since it was due.
   */
  during(over: Promise<unknown>): Promise<number[]>;
  close(): Promise<void>;
}

/** Starts api, gateway and worker, fifty panels that send heartbeats and confirm pictures, and their ten owners. */
export async function startHousehold(settings: Record<string, string>): Promise<Household> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const common = {
    ...settings,
    ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: port, PUBLIC_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    DISPLAY_MIN_DWELL_SECONDS: '0',
  };
  const gateway = await startGatewayProcess(common);
  const [worker, api] = await Promise.all([
    startService('worker', common),
    startService('api', { ...common, MQTT_PUBLIC_URL: `mqtt://127.0.0.1:${gateway.port}` }),
  ]);
  const people: Client[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const person = await registerPerson(createClient({ url, surfaces: [] }), url);
    const panels = Array.from({ length: PANELS_EACH }, () => person.panel({ heartbeatMs: HEARTBEAT_MS }));
    people.push({ ...person, panels: await Promise.all(panels) });
  }
  const photograph = { bytes: await photographPng(320, 200), contentType: 'image/png' };

  /** The nth action. A push returns the id of its Content. */
  async function act(n: number): Promise<{ panel: Client['panels'][number]; contentId: string } | null> {
    const person = people[n % PEOPLE] as Client;
    const turn = Math.floor(n / PEOPLE);
    const kind = turn % 10;
    // Pushes to one panel are seconds apart, so the last one with a response is the one that it shows in the end.
    const panel = person.panels[(4 * Math.floor(turn / 10) + kind) % PANELS_EACH] as Client['panels'][number];
    if (kind === 4) {
      await person.push(photograph, { output: {} });
      return null;
    }
    if (kind > 4) {
      const { status, text } = await person.sdk.get('/api/sdk/v1/contents');
      if (status !== 200) throw new Error(text);
      return null;
    }
    const raw = Buffer.from(`Note ${n}: the water is off on Tuesday.`);
    const { status, body, text } = await person.sdk.post(`/push/${panel.displayId}`, { raw });
    if (status !== 201) throw new Error(text);
    return { panel, contentId: body.content.id };
  }

  return {
    async during(over) {
      let isOver = false;
      const ending = over.finally(() => {
        isOver = true;
      });
      const times: number[] = [];
      const last = new Map<Client['panels'][number], { person: Client; contentId: string }>();
      const actions: Promise<void>[] = [];
      const begun = performance.now();
      for (let n = 0; !isOver; n++) {
        const due = begun + (n * 1000) / ACTIONS_A_SECOND;
        await pause(Math.max(0, due - performance.now()));
        const action = act(n).then((pushed) => {
          if (!pushed) return;
          times.push(performance.now() - due);
          last.set(pushed.panel, { person: people[n % PEOPLE] as Client, contentId: pushed.contentId });
        });
        action.catch(() => {}); // rejections are handled below
        actions.push(action);
      }
      await Promise.all([...actions, ending]);
      for (const [{ panel }, { person, contentId }] of last) {
        const { presentationIds } = await person.settled(contentId);
        await panel.confirmed(presentationIds[0], { timeoutMs: CONFIRM_MS });
      }
      return times;
    },
    async close() {
      switchOffPanels(url);
      await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM'), gateway.stop()]);
    },
  };
}
