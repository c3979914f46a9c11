import { randomUUID } from 'node:crypto';
import { queues } from '#shared/jobs/queues.ts';
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

import { until as untilTrue } from '#test/support/until.ts';

export type User = TestAccount;

/** What a worker does every 20 seconds: starts schedules that are due and resumes runs whose worker ended. */
export async function tendAnalyses({ app }: Pick<LibraryStand, 'app'>): Promise<void> {
  const tend = app.library.jobs.find(({ queue }) => queue.name === queues.tendAnalyses.name);
  if (!tend) throw new Error('the library has no such job');
  await tend.handle({}, { jobId: randomUUID(), attempt: 1, lastAttempt: false });
}

export function analyse(client: Client, body: unknown, key: string = randomUUID()): Promise<ApiResponse> {
  return client.post(`${APP}/analyses`, { body, key });
}

export const readAnalysis = (client: Client, id: string) => client.get(`${APP}/analyses/${id}`);

/** A stored Content with one text. */
export async function note(client: Client, words = 'Remember the milk.'): Promise<string> {
  const { body } = await create(client, { assets: [text(words)] });
  return body.content.id;
}

/** An analysis once it is over. */
export async function untilOver(client: Client, id: string): Promise<any> {
  return untilTrue('an analysis that is over', async () => {
    const { body } = await readAnalysis(client, id);
    return (body.state === 'completed' || body.state === 'failed') && body;
  });
}

/** Where the archive of a run is, waiting until it is made. */
export async function archiveOf(client: Client, id: string): Promise<{ url: string }> {
  return untilTrue('an archive of a run', async () => {
    const { status, body } = await client.get(`${APP}/analyses/${id}/archive`);
    return status === 200 && body;
  });
}

/** All public events of an analysis. */
export async function events(client: Client, id: string): Promise<any[]> {
  const { body } = await client.get(`${APP}/analyses/${id}/events?limit=200`);
  return body.items;
}

export const code = ({ status, body }: ApiResponse) => `${status} ${body.error?.code}`;

/** Does something to a row that only time or a crash would. */
export const table = (stand: LibraryStand, name: string) => stand.app.db(`library.${name}`);
