import nock from 'nock';
import { pino } from 'pino';
// Behind index.ts: the planner with a model of the test, without a run.
import { createLlmPlanner, type LlmOptions } from '../../../../modules/library/planners/llm/llm-planner.ts';

nock.disableNetConnect();
nock.enableNetConnect('127.0.0.1');

export const KEY = 'sk-very-secret-key';

interface Asked {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: any } };
  [name: string]: unknown;
}

/** What the question to a model says, as the model would find it. */
export interface ModelRequest {
  body: Asked;
  authorization: string | undefined;
  /** Its first line, which is ours. */
  task: any;
  /** Contents of the material. */
  material: any[];
  schema: any;
}

export interface Reply {
  status?: number;
  /** What the model says: text, or an object that is said as JSON. */
  says?: unknown;
  message?: object;
  finish?: string;
  usage?: object;
  body?: string;
  headers?: Record<string, string>;
}

let hosts = 0;

/** A planner whose model returns these replies, one a call, and the requests that it received. */
export function scriptedModel(replies: ((request: ModelRequest) => Reply)[], more: Partial<LlmOptions> = {}) {
  hosts += 1;
  const requests: ModelRequest[] = [];
  const scope = nock(`http://model-${hosts}.test`)
    .post('/v1/chat/completions')
    .times(replies.length)
    .reply(async (incoming: any) => {
      const request = readRequest(await incoming.json(), incoming.headers.get('authorization') ?? undefined);
      const reply = replies[requests.length] as (request: ModelRequest) => Reply;
      requests.push(request);
      return wire(reply(request));
    });
  return { requests, scope, ...plannerAt(`http://model-${hosts}.test/v1`, more) };
}

export function plannerAt(baseUrl: string, more: Partial<LlmOptions> = {}) {
  const logged: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const options = {
    baseUrl,
    apiKey: KEY,
    model: 'small-model',
    timeoutMs: 60_000,
    budgetMs: 120_000,
    maxTokens: 60_000,
    maxInputTokens: 12_000,
    maxOutputTokens: 2000,
    ...more,
  };
  return { planner: createLlmPlanner(options, log), logged };
}

function readRequest(body: Asked, authorization: string | undefined): ModelRequest {
  const words = body.messages[1]?.content ?? '';
  const [first = '{}', ...rest] = words.split('\n');
  const material = rest.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const { schema } = body.response_format?.json_schema ?? {};
  return { body, authorization, task: JSON.parse(first), material, schema };
}

function wire({ status = 200, says, message, finish = 'stop', usage, body, headers = {} }: Reply) {
  const content = typeof says === 'string' ? says : JSON.stringify(says);
  const answer = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content, ...message }, finish_reason: finish }],
    usage: usage ?? { prompt_tokens: 900, completion_tokens: 80, total_tokens: 980 },
  };
  const responseBody = body ?? JSON.stringify(answer);
  return [status, responseBody, { 'content-type': 'application/json', ...headers }] as [
    number,
    string,
    object,
  ];
}

/** A page for every target that was asked for. */
export function pages(make: (target: any, request: ModelRequest) => object) {
  return (request: ModelRequest): Reply => ({
    says: {
      reason: 'It fits.',
      outcome: 'pages',
      pages: request.task.targets.map((target: any) => ({ target: target.target, ...make(target, request) })),
    },
  });
}

export const note = (text: string) =>
  pages(() => ({ template: 'note', title: text, parameters: { text, title: null, footer: null } }));
