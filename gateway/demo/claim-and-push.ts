import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from '../simulator/run-panel.ts';
import { call, post } from './call.ts';

const PHOTOGRAPH = join(import.meta.dirname, '../../docs/images/raccoon.jpg');

interface DisplayList {
  items: { id: string; thingName: string }[];
}

interface Pushed {
  presentations: { state: string }[];
}

/** Claims a panel as `nickname` when it shows a code. Pass the events of the panel to `onEvent`. */
export function claimDisplay(
  server: string,
  token: string,
  nickname: string,
): { displayId: Promise<string>; onEvent: NonNullable<Output['onEvent']> } {
  const found = Promise.withResolvers<string>();
  const headers = { authorization: `Bearer ${token}` };
  const claim = async (code: string) => {
    const request = post({ code, nickname }, token);
    found.resolve((await call<{ id: string }>(`${server}/api/app/v1/displays/claim`, request)).id);
  };
  const lookUp = async (thingName: string | undefined) => {
    const { items } = await call<DisplayList>(`${server}/api/sdk/v1/displays`, { headers });
    const own = items.find((one) => one.thingName === thingName);
    if (own) found.resolve(own.id);
  };
  return {
    displayId: found.promise,
    onEvent(panel, event) {
      if (event.what === 'connected') lookUp(panel.credentials?.thingName).catch(found.reject);
      if (event.what === 'command' && event.command.kind === 'claim_code')
        claim(event.command.code).catch(found.reject);
    },
  };
}

/**
 * Pushes the photograph to a display, only once even if called again, and waits until the panel shows it. Returns false if
 * it does not within a minute.
 */
export async function pushPhotograph(server: string, token: string, displayId: string): Promise<boolean> {
  const { presentations } = await call<Pushed>(
    `${server}/push/${displayId}?mode=hardcode&title=Raccoon&wait=60`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': `demo-${displayId}` },
      body: await readFile(PHOTOGRAPH),
    },
  );
  return presentations.some(({ state }) => state === 'confirmed');
}
