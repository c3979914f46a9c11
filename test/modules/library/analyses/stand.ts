import { randomUUID } from 'node:crypto';
import type { TestAccount } from '#test/modules/identity/accounts/account.ts';
import { APP, create, type LibraryStand, text } from '#test/modules/library/stand.ts';
import type { ApiResponse, Client } from '#test/support/client.ts';

export {
  APP,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  link,
  parallel,
  pdf,
  png,
  read,
  SDK,
  startLibrary,
  text,
  until,
  upload,
} from '#test/modules/library/stand.ts';

export type User = TestAccount;

export function analyse(client: Client, body: unknown, key: string = randomUUID()): Promise<ApiResponse> {
  return client.post(`${APP}/analyses`, { body, key });
}

export const readAnalysis = (client: Client, id: string) => client.get(`${APP}/analyses/${id}`);

/** A stored Content with one text. */
export async function note(client: Client, words = 'Remember the milk.'): Promise<string> {
  const { body } = await create(client, { assets: [text(words)] });
  return body.content.id;
}

/** Reads an analysis until it is over; bounded by the test's own time limit. */
export async function untilOver(client: Client, id: string): Promise<any> {
  for (;;) {
    const { body } = await readAnalysis(client, id);
    if (body.state === 'completed' || body.state === 'failed') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Where the archive of a run is, waiting until it is made. */
export async function archiveOf(client: Client, id: string): Promise<{ url: string }> {
  for (;;) {
    const { status, body } = await client.get(`${APP}/analyses/${id}/archive`);
    if (status === 200) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** All public events of an analysis. */
export async function events(client: Client, id: string): Promise<any[]> {
  const { body } = await client.get(`${APP}/analyses/${id}/events?limit=200`);
  return body.items;
}

export const code = ({ status, body }: ApiResponse) => `${status} ${body.error?.code}`;

/** Does something to a row that only time or a crash would. */
export const table = (stand: LibraryStand, name: string) => stand.app.db(`library.${name}`);
