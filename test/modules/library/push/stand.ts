import type { TestAppOptions } from '#test/support/app.ts';
import type { ApiResponse, Client } from '#test/support/client.ts';
import { claimDisplay, type LibraryStand, startLibrary } from '../stand.ts';

export interface Pusher {
  userId: string;
  /** With a personal access token. */
  client: Client;
  /** With a session. */
  session: Client;
  displayId: string;
  /** Pushes `raw` to `/push` and what follows. */
  push(
    path: string,
    raw?: string | Uint8Array | FormData,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
}

export interface PushStand extends LibraryStand {
  /** A user with a token and a display named Kitchen. */
  newPusher(): Promise<Pusher>;
}

export async function startPushes(options: TestAppOptions = {}): Promise<PushStand> {
  const stand = await startLibrary(options);
  return {
    ...stand,
    async newPusher() {
      const { client: session, userId } = await stand.newUser();
      const created = await session.post('/auth/tokens', { body: { name: 'test' } });
      const client = session.as(created.body.token);
      const displayId = await claimDisplay(client);
      await client.patch(`/api/app/v1/displays/${displayId}`, { body: { nickname: 'Kitchen' } });
      return {
        userId,
        client,
        session,
        displayId,
        // A Buffer has no type of its own, so that nothing is sent as Content-Type unless a test says so.
        push: (path, raw, headers) =>
          client.post(`/push${path}`, {
            raw: typeof raw === 'string' ? Buffer.from(raw) : raw,
            ...(headers && { headers }),
          }),
      };
    },
  };
}

/** The assets of a response, without what every asset of the kind has. */
export function assetsOf({ body }: ApiResponse): Record<string, unknown>[] {
  return body.content.assets.map((asset: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(asset).filter(([name, value]) => value !== null && name !== 'uploadState'),
    ),
  );
}

export const fieldsOf = ({ body }: ApiResponse): Record<string, string> =>
  Object.fromEntries(body.error.details.fields.map((one: Record<string, string>) => [one.path, one.message]));
