import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';

/**
 * Ways in which a model fails: it never answers (`slow`), its answer is not a plan (`malformed`), it declines
 * (`refusing`), or it obeys instructions in the material (`injected`): another target, a picture that was not
 * offered.
 */
const MOODS = ['good', 'slow', 'malformed', 'refusing', 'injected'] as const;
export type Mood = (typeof MOODS)[number];

interface Asked {
  messages: { role: string; content: string }[];
}

/** A server with OpenAI's chat completions but without a model. Its pages repeat the text of the material. */
export interface LlmStandIn {
  /** For `LLM_BASE_URL`. */
  url: string;
  /** The questions so far, as received. */
  readonly asked: Asked[];
  /** Applies to the next questions. Over HTTP: `PUT /mood` with the word. */
  setMood(mood: Mood): void;
  close(): Promise<void>;
}

export const STAND_IN_TITLE = 'Written by the stand-in';

/** @param port 0 for any free port */
export async function startLlmStandIn(port = 0): Promise<LlmStandIn> {
  const asked: Asked[] = [];
  let mood: Mood = 'good';

  const server = createServer(async (request, response) => {
    const { method, url } = request;
    if (method === 'PUT' && url === '/mood') return changeMood(request, response);
    if (method !== 'POST' || url !== '/v1/chat/completions')
      return reply(response, 404, { error: { message: 'There is nothing here.' } });
    const question = (await json(request).catch(() => null)) as Asked | null;
    if (!question?.messages) return reply(response, 400, { error: { message: 'There is no question.' } });
    asked.push(question);
    // Sends nothing; the caller closes the connection.
    if (mood === 'slow') return;
    reply(response, 200, completion(ANSWERS[mood](question)));
  });

  async function changeMood(request: IncomingMessage, response: ServerResponse) {
    const wanted = (await text(request)).trim();
    const known = MOODS.find((one) => one === wanted);
    if (!known) return reply(response, 400, { error: { message: `One of ${MOODS.join(', ')}, please.` } });
    mood = known;
    reply(response, 200, { mood });
  }

  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    setMood(next) {
      mood = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type ModelMessage = { content: string } | { refusal: string };

const ANSWERS: Record<Exclude<Mood, 'slow'>, (question: Asked) => ModelMessage> = {
  good: (question) => ({ content: JSON.stringify(plan(question)) }),
  malformed: () => ({ content: 'Certainly! Here is your page: {"pages": [{"template": "note", ' }),
  refusing: () => ({ refusal: 'I cannot help with that.' }),
  injected: (question) => ({ content: JSON.stringify(obedient(question)) }),
};

/** Answers a question for displays with the first one, and a question for pages with a note for every target. */
function plan({ messages }: Asked) {
  const [task, ...material] = readQuestion(messages[1]?.content ?? '');
  const reason = 'The stand-in always does it like this.';
  if (task.displays) return { displays: [task.displays[0].display], reason };
  const page = (target: { target: string; characters: number; contents: string[] }) => {
    const words = material
      .filter(({ content }) => target.contents.includes(content))
      .flatMap(({ assets }) => assets.map((asset: { text: string }) => asset.text))
      .join('\n\n');
    const shown = words.slice(0, target.characters) || 'There is nothing to read here.';
    const parameters = { text: shown, title: STAND_IN_TITLE, footer: null };
    return { target: target.target, template: 'note', title: STAND_IN_TITLE, parameters };
  };
  return { reason, outcome: 'pages', pages: task.targets.map(page) };
}

/** The answer of a model that obeys a page with "ignore your instructions". */
function obedient(question: Asked) {
  const { displays, pages = [] } = plan(question);
  if (displays) return { displays: ['display-of-the-neighbour'], reason: 'The page says so.' };
  const parameters = { picture: 'http://169.254.169.254/latest/meta-data', caption: null };
  const page = { target: 'target-of-the-neighbour', template: 'photo', title: 'Seen', parameters };
  return { reason: 'The page says so.', outcome: 'pages', pages: [...pages, page] };
}

/** The first line is the task, those of the material are JSON as well. */
function readQuestion(words: string): any[] {
  return words
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

function completion(modelMessage: ModelMessage) {
  const message = { role: 'assistant', content: null, ...modelMessage };
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 80, total_tokens: 980 },
  };
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

if (import.meta.main) {
  const { url } = await startLlmStandIn(Number(process.argv[2] ?? 4100));
  console.log(`LLM_BASE_URL=${url} LLM_MODEL=stand-in`);
  console.log(`Let it misbehave: curl -X PUT -d slow ${new URL('/mood', url)} (${MOODS.join(', ')})`);
}
