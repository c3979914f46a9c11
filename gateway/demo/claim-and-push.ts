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

/** The display of a panel, which is claimed as `nickname` when it shows a code. `happened` is what the panel is watched with. */
export function claimDisplay(
  server: string,
  token: string,
  nickname: string,
): { displayId: Promise<string>; happened: Output['onEvent'] } {
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
    happened(panel, happening) {
      if (happening.what === 'connected') lookUp(panel.credentials?.thingName).catch(found.reject);
      if (happening.what === 'command' && happening.command.kind === 'claim_code')
        claim(happening.command.code).catch(found.reject);
    },
  };
}

/**
 * Pushes the photograph once to a display, however often it is asked to, and waits until the panel shows it. Returns
 * false when it does not after a minute.
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
