import { runProcess } from '#shared/process.ts';
import { startApi } from './start-api.ts';

await runProcess('api', async (config, log) => {
  const serving = await startApi(config, log);
  return { ready: { http: config.PUBLIC_URL }, close: serving.close };
});
