import { startIdentityProvider } from '#test/modules/identity/providers/identity-provider.ts';
import { freePort } from '#test/support/free-port.ts';
import { type Account, startPortal } from '#test/support/portal.ts';

// What household.test.ts and screens.test.ts both have. Each adds boxes of its own in a module that all of its tests import:
// they are declared at the same moment then, once every box is up. Ava takes no test that is declared later.

/** Signs in the person that its `persona` describes. */
export const provider = await startIdentityProvider(await freePort());
/** The settings of a box that signs people in with it. */
export const google = {
  GOOGLE_CLIENT_ID: 'our-client',
  GOOGLE_CLIENT_SECRET: 'our-secret',
  GOOGLE_ISSUER: provider.issuer,
};

/** Each test has accounts of its own here. What is pushed is shown at once. */
export const portal = await startPortal({
  LINK_FETCH_ALLOW: '127.0.0.1',
  WEBHOOK_ALLOW: '127.0.0.1',
  ...google,
});

/** A wall of the portal on which a page stays long enough that what is pushed second waits until a person shows it. */
export async function patientWall(account: Account, nickname: string): ReturnType<typeof portal.wall> {
  const wall = await portal.wall(account, nickname);
  const body = { dwellSeconds: 3600 };
  const { status, text } = await account.client.patch(`/api/app/v1/displays/${wall.id}`, { body });
  if (status !== 200) throw new Error(text);
  return wall;
}

export async function closeBoxes(): Promise<void> {
  await Promise.all([portal.close(), provider.stop()]);
}
