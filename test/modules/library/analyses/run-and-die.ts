import { loadConfig } from '#shared/config.ts';
import { createLog } from '#shared/log.ts';
import { compose } from '../../../../modules/compose.ts';
// Behind index.ts: a process that dies at a given step of a run.
import { analysisJobs } from '../../../../modules/library/analyses/jobs.ts';
import { workerContext } from './worker-context.ts';

/** A worker that kills itself, as `kill -9` would, at the step of a run that is passed to it. */
const [step] = process.argv.slice(2);
const reached = (name: string) => name === step && process.kill(process.pid, 'SIGKILL');

const app = await compose(loadConfig(), createLog('test', 'silent'), { processName: 'dying', worker: true });
const context = await workerContext({ app });
const { display, analysis, store } = context;
const jobs = analysisJobs({
  ...context,
  display: {
    ...display,
    listRoutable(...call) {
      reached('routing');
      return display.listRoutable(...call);
    },
    async createPresentations(...call) {
      const ids = await display.createPresentations(...call);
      reached('inside the last transaction');
      return ids;
    },
  },
  store: {
    ...store,
    read(key) {
      reached('reading a file');
      return store.read(key);
    },
  },
  analysis: {
    ...analysis,
    planner: {
      name: 'rules',
      plan(...call) {
        reached('planning');
        return analysis.planner.plan(...call);
      },
    },
  },
});
await app.jobs.work(jobs);
