import test from 'ava';
import { pino } from 'pino';
import { parseSettings } from '#shared/config.ts';
import { createLog } from '#shared/log.ts';
// Behind index.ts: which planner the settings choose; no process is needed for it.
import { choosePlanner } from '../../../../modules/library/planners/choose-planner.ts';

function choose(environment: Record<string, string>) {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const { planner, fallbackPlanner } = choosePlanner(parseSettings(environment), log);
  return { names: [planner.name, fallbackPlanner?.name ?? null], logged };
}

test('the planner is the rules, or a configured model with the rules as fallback', (t) => {
  t.deepEqual(choose({}), { names: ['rules', null], logged: [] });
  const both = { LLM_BASE_URL: 'http://localhost:11434/v1/', LLM_MODEL: 'llama3.2' };
  t.deepEqual(choose(both), { names: ['llm', 'rules'], logged: [] });
});

test('an incomplete configuration of a model is reported', (t) => {
  const { names, logged } = choose({ LLM_API_KEY: 'sk-x' });
  t.deepEqual(names, ['rules', null]);
  t.regex(logged[0] ?? '', /LLM_BASE_URL and LLM_MODEL/);
  t.notRegex(logged[0] ?? '', /sk-x/);
});

test('the key is removed from log lines', (t) => {
  const lines: string[] = [];
  const log = createLog('api', 'info', { write: (line) => void lines.push(line) });
  log.info({ config: { LLM_API_KEY: 'sk-x' }, options: { apiKey: 'sk-x' } }, 'starting');
  t.notRegex(lines[0] ?? '', /sk-x/);
});
