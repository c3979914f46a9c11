import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
// Behind index.ts: planners of the test, which no setting can name.
import type { Planner, PlanRequest } from '../../../../modules/library/planners/planner.ts';
import { actionsOf, content, display, recorder, request, text } from './material.ts';
import { KEY, type ModelRequest, note, plannerAt, type Reply, scriptedModel } from './model.ts';

const wall = display('Wall');
const milk = (more: Partial<PlanRequest> = {}) =>
  request([content([text('Buy milk')])], { displays: [wall], ...more });

async function failure(t: ExecutionContext, planner: Planner) {
  const progress = recorder();
  const error = await t.throwsAsync(planner.plan(milk(), progress), { name: 'ModelError' });
  return { ...(error as Error & { failure: string; status: number | null }), error, progress };
}

const bad: Record<string, (request: ModelRequest) => Reply> = {
  'no JSON': () => ({ says: 'I would show a note.' }),
  'half of JSON': () => ({ says: '{"outcome": "pages", "pages": [' }),
  'an array': () => ({ says: [] }),
  'another shape': () => ({ says: { actions: [] } }),
  'no pages': () => ({ says: { reason: '', outcome: 'pages', pages: [] } }),
  'parameters that the template does not take': note(''),
  'an unknown template': ({ task }) => ({
    says: {
      reason: '',
      outcome: 'pages',
      pages: [{ target: task.targets[0].target, template: 'shell', title: 'x', parameters: {} }],
    },
  }),
  'a page twice': (request) => {
    const { says } = note('Buy milk')(request) as { says: { pages: object[] } };
    return { says: { ...says, pages: [...says.pages, ...says.pages] } };
  },
  'an empty message': () => ({ message: { content: null } }),
  'an answer that was cut off': (request) => ({ ...note('Buy milk')(request), finish: 'length' }),
};
for (const [what, reply] of Object.entries(bad)) {
  test(`an answer with ${what} is returned to the model, which corrects it`, async (t) => {
    const { planner, requests } = scriptedModel([reply, note('Buy milk')]);
    const progress = recorder();
    const plan = await planner.plan(milk(), progress);
    t.is(actionsOf(plan)[0]?.displayId, wall.id);
    t.is(requests.length, 2);
    t.deepEqual(
      requests[1]?.body.messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    t.regex(requests[1]?.body.messages[3]?.content ?? '', /cannot be used:\n- /);
    t.true(progress.kinds.includes('retrying'));
  });
}

test('after the third bad answer the model is not asked again', async (t) => {
  const { planner, requests } = scriptedModel([1, 2, 3, 4].map(() => () => ({ says: 'no' })));
  t.is((await failure(t, planner)).failure, 'exhausted');
  t.is(requests.length, 3);
});

test('plans that the caller rejects count as well, and the model gets the reason', async (t) => {
  const { planner, requests } = scriptedModel([
    () => ({ says: 'no' }),
    note('one'),
    note('two'),
    note('three'),
  ]);
  const planRequest = milk();
  t.is(actionsOf(await planner.plan(planRequest, recorder()))[0]?.title, 'one');
  t.is(actionsOf(await planner.plan(planRequest, recorder(), ['action 1: too long']))[0]?.title, 'two');
  t.regex(requests[2]?.body.messages[3]?.content ?? '', /- action 1: too long/);
  t.regex(requests[2]?.body.messages[2]?.content ?? '', /"one"/);
  await t.throwsAsync(planner.plan(planRequest, recorder(), ['action 1: too long']), {
    message: /3 attempts/,
  });
  t.is(requests.length, 3);
});

test('a model that declines is not asked again', async (t) => {
  const refusing = scriptedModel([
    () => ({ message: { content: null, refusal: 'I cannot help with that.' } }),
  ]);
  t.is((await failure(t, refusing.planner)).failure, 'refused');
  const filtered = scriptedModel([() => ({ says: '', finish: 'content_filter' })]);
  t.is((await failure(t, filtered.planner)).failure, 'refused');
});

test('a wrong key ends the attempts, and is not in the log or the error', async (t) => {
  const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } });
  const { planner, requests, logged } = scriptedModel([() => ({ status: 401, body })]);
  const { failure: kind, status, error, progress } = await failure(t, planner);
  t.deepEqual([kind, status, requests.length], ['denied', 401, 1]);
  t.is(logged.length, 1);
  t.notRegex(`${logged} ${JSON.stringify(progress.notes)} ${error}`, new RegExp(KEY));
});

const soon = { 'retry-after': '0' };
for (const status of [429, 500, 503]) {
  test(`${status} is tried once more`, async (t) => {
    const recovers = scriptedModel([() => ({ status, headers: soon }), note('Buy milk')]);
    t.is((await recovers.planner.plan(milk(), recorder())).outcome, 'presentations');
    const stays = scriptedModel([1, 2, 3].map(() => () => ({ status, headers: soon })));
    t.is((await failure(t, stays.planner)).status, status);
    t.is(stays.requests.length, 2);
  });
}

test('a server whose Retry-After exceeds the remaining time is not asked again', async (t) => {
  const headers = { 'retry-after': '3600' };
  const { planner, requests } = scriptedModel([1, 2].map(() => () => ({ status: 429, headers })));
  t.is((await failure(t, planner)).failure, 'busy');
  t.is(requests.length, 1);
});

test('an answer that is not a chat completion is refused', async (t) => {
  for (const body of ['<html>', '{"choices": []}', '[1]']) {
    const { planner } = scriptedModel([() => ({ body })]);
    t.is((await failure(t, planner)).failure, 'foreign', body);
  }
});

test('a response that is too large is not read to its end', async (t) => {
  const { planner, requests } = scriptedModel([() => ({ says: 'x'.repeat(2_000_000) })]);
  t.is((await failure(t, planner)).failure, 'too_large');
  t.is(requests.length, 1);
});

test('the tokens of one run are limited', async (t) => {
  const usage = { prompt_tokens: 30_000, completion_tokens: 10 };
  const { planner, requests } = scriptedModel(
    [1, 2].map(() => () => ({ says: 'no', usage })),
    { maxTokens: 31_000 },
  );
  t.is((await failure(t, planner)).failure, 'exhausted');
  t.is(requests.length, 1);
  const none = scriptedModel([note('x')], { maxTokens: 3200 });
  t.is((await failure(t, none.planner)).failure, 'exhausted');
  t.is(none.requests.length, 0);
});

test('a wrong token count of the server does not raise the limit', async (t) => {
  const usage = { prompt_tokens: -1e9, completion_tokens: 'many' };
  const { planner, requests } = scriptedModel(
    [1, 2, 3].map(() => () => ({ says: 'no', usage })),
    { maxTokens: 9000 },
  );
  t.is((await failure(t, planner)).failure, 'exhausted');
  t.true(requests.length < 3);
});

/** Delays are a real server's: aborting a delayed answer of nock throws from nowhere. */
async function listen(t: ExecutionContext, handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a model that is too slow, or sends byte by byte, is not waited for', async (t) => {
  const silent = await listen(t, () => {});
  t.is((await failure(t, plannerAt(silent, { timeoutMs: 80 }).planner)).failure, 'slow');
  const dripping = await listen(
    t,
    (_request, response) => void response.writeHead(200).write('{"choices": ['),
  );
  t.is((await failure(t, plannerAt(dripping, { timeoutMs: 80 }).planner)).failure, 'slow');
  // More than a busy machine takes until the request: a budget that ends before it is another failure.
  t.is((await failure(t, plannerAt(silent, { budgetMs: 2_000 }).planner)).failure, 'slow');
});

test('a redirect is not followed, so that the material goes to the configured server alone', async (t) => {
  let led = 0;
  const elsewhere = await listen(t, (_request, response) => {
    led += 1;
    response.end('{}');
  });
  const server = await listen(
    t,
    (_request, response) => void response.writeHead(307, { location: elsewhere }).end(),
  );
  t.like(await failure(t, plannerAt(server).planner), { failure: 'denied', status: 307 });
  t.is(led, 0);
});
