import { type Config, reachableHost } from '#shared/config.ts';
import { readQueueFigures } from '#shared/jobs/queue-figures.ts';
import { type Check, countNoun, databaseCheck, failure, ok, skipped, warning } from '../check.ts';
import type { PlacardProcess } from '../placard-processes.ts';
import { RESPONSE_TIMEOUT_MS } from '../response-timeout.ts';

const OLD_JOB_S = 300;
const RECENT_FAILURES_WARNING = 1;

/** A process is alive when it holds a connection to the database. */
function aliveCheck(name: PlacardProcess, means: string, without: string): Check {
  return {
    name: `${name}-alive`,
    means,
    run({ processes }) {
      if (processes.length === 0) return skipped('Placard is not running.');
      if (processes.includes(name)) return ok(`A ${name} is running.`);
      return notRunning(name, without);
    },
  };
}

function notRunning(name: PlacardProcess, without: string) {
  return failure(
    `No ${name} is running: ${without}`,
    `Start one: \`make run\` runs all of them, \`make ${name}\` one alone. Its log says why it ended.`,
  );
}

/** An idle api holds no database connection, so it is checked over HTTP. */
const apiAliveCheck: Check = {
  name: 'api-alive',
  means: 'An api process is running.',
  async run({ processes, metrics, isEmbedded }) {
    if ((await metrics()) !== null) return ok('An api is running.');
    if (processes.length === 0) return skipped('Placard is not running.');
    if (!isEmbedded) return skipped('No api responds on this machine; it may run on another.');
    return notRunning('api', 'no page is served and no request gets a response.');
  },
};

const readyCheck: Check = {
  name: 'api-ready',
  means: 'The api of this machine says that everything it needs is there.',
  async run({ config, processes, metrics }) {
    if (processes.length === 0 || (await metrics()) === null)
      return skipped('No api responds on this machine.');
    const { status, body } = await readiness(config);
    if (status === 200) return ok('The api is ready.');
    const failed = Object.entries(body?.checks ?? {}).flatMap(([what, result]) =>
      result === 'ok' ? [] : [what],
    );
    return failure(
      `The api is not ready: ${failed.join(', ') || 'it does not say why'}.`,
      'Bring back what is named: the database, the migrations (`make migrate`) or the storage.',
    );
  },
};

async function readiness({ HTTP_HOST, HTTP_PORT }: Config) {
  const url = `http://${reachableHost(HTTP_HOST)}:${HTTP_PORT}/health/ready`;
  const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  const body = (await response.json().catch(() => null)) as { checks?: Record<string, string> } | null;
  return { status: response.status, body };
}

const oldestJobCheck = databaseCheck(
  'oldest-job',
  'No job waits that could run: workers keep up.',
  async (db, { processes }) => {
    const [oldest] = (await readQueueFigures((sql) => db.query(sql))).sort(
      (a, b) => b.oldestSeconds - a.oldestSeconds,
    );
    if (!oldest || oldest.oldestSeconds < OLD_JOB_S) return ok('No job has waited for long.');
    const says = `${countNoun(oldest.waiting, 'job')} of ${oldest.queue} wait, the oldest for ${Math.round(oldest.oldestSeconds / 60)} minutes.`;
    if (processes.length === 0) return ok(`${says} They are done at the next start.`);
    return failure(
      says,
      'Start another worker (`make worker`), or raise WORKER_THREADS; the log of the worker says what it does.',
    );
  },
);

const deadLettersCheck = databaseCheck(
  'dead-letters',
  'No job failed for good within the hour for which failed ones are kept.',
  async (db) => {
    const failed = (await readQueueFigures((sql) => db.query(sql))).filter(
      ({ failed: count }) => count >= RECENT_FAILURES_WARNING,
    );
    if (failed.length === 0) return ok('No job failed for good.');
    return warning(
      `Jobs failed for good: ${failed.map(({ queue, failed: count }) => `${count} of ${queue}`).join(', ')}.`,
      "Search the worker's log for `job failed`, which has the reason of each.",
    );
  },
);

export const processChecks = [
  apiAliveCheck,
  aliveCheck('gateway', 'A gateway process is running.', 'panels cannot connect.'),
  aliveCheck('worker', 'A worker process is running.', 'no picture is drawn.'),
  readyCheck,
  oldestJobCheck,
  deadLettersCheck,
];
