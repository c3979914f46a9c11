import { listenHttp } from '#shared/http/server.ts';
import { createLog } from '#shared/log.ts';
import type { LibraryStand } from '#test/modules/library/stand.ts';
import { freePort } from '#test/support/free-port.ts';
import { createApi } from '../../../../modules/api.ts';
import { compose } from '../../../../modules/compose.ts';

/** A second api of the same database, as another process would be. */
export async function createLibraryTwin(stand: LibraryStand): Promise<LibraryStand> {
  const app = await compose(stand.config, createLog('test', 'silent'), { processName: 'twin' });
  const port = await freePort();
  const server = await listenHttp(createApi(app), '127.0.0.1', port);
  return {
    ...stand,
    app,
    url: `http://127.0.0.1:${port}`,
    async close() {
      await app.library.close();
      await server.close(0);
      await app.close();
    },
  };
}
