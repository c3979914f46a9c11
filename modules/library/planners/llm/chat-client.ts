import { z } from 'zod';
import { dialectParameters, RICHEST_DIALECT, simplerDialect } from './dialect.ts';
import { ModelError } from './model-error.ts';
import { readLimited } from './read-limited.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ChatQuestion {
  messages: ChatMessage[];
  /** The JSON schema of the answer, under a name. */
  name: string;
  schema: object;
  maxTokens: number;
  timeoutMs: number;
}

export interface ChatAnswer {
  text: string;
  /** The answer was cut off at the limit of tokens. */
  truncated: boolean;
  /** As counted by the server; null if it does not count. */
  promptTokens: number | null;
  completionTokens: number | null;
}

export interface ChatClient {
  /** One question. @throws {ModelError} */
  ask(question: ChatQuestion): Promise<ChatAnswer>;
}

const MAX_ANSWER_BYTES = 1_048_576;
const MAX_RETRY_AFTER_SECONDS = 3600;

const tokens = z.int().min(0).nullish().catch(null);
const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

/**
 * A client for the chat completions of any OpenAI-compatible server. Parameters that a server rejects are left out of
 * all later requests. Redirects are not followed, so that the material goes only to the configured address.
 */
export function createChatClient(server: {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
}): ChatClient {
  let known = RICHEST_DIALECT;
  return {
    async ask({ messages, name, schema, maxTokens, timeoutMs }) {
      const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
      for (let dialect = known; ; ) {
        const body = {
          model: server.model,
          messages,
          ...dialectParameters(dialect, { name, schema, maxTokens }),
        };
        const { status, text, retryAfterMs } = await post(server, body, signal);
        if (status >= 200 && status < 300) {
          known = dialect;
          return readCompletion(text);
        }
        const next = status === 400 || status === 422 ? simplerDialect(dialect, text) : null;
        if (!next) throw statusError(status, retryAfterMs);
        dialect = next;
      }
    },
  };
}

async function post(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string | undefined },
  body: object,
  signal: AbortSignal,
) {
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    const text = await readLimited(response, MAX_ANSWER_BYTES);
    return { status: response.status, text, retryAfterMs: readRetryAfter(response) };
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (signal.aborted) throw new ModelError('slow', 'The model did not respond in time.');
    throw new ModelError('unreachable', 'The model cannot be reached.');
  }
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds <= MAX_RETRY_AFTER_SECONDS ? seconds * 1000 : null;
}

function statusError(status: number, retryAfterMs: number | null): ModelError {
  const failure = status === 429 ? 'busy' : status >= 500 ? 'broken' : 'denied';
  return new ModelError(failure, `The model's server responded with ${status}.`, { status, retryAfterMs });
}

function readCompletion(text: string): ChatAnswer {
  let parsed: z.output<typeof completion>;
  try {
    parsed = completion.parse(JSON.parse(text));
  } catch {
    throw new ModelError('foreign', "The model's server did not respond with a chat completion.");
  }
  const { message, finish_reason: reason } = parsed.choices[0] as (typeof parsed.choices)[number];
  if (message.refusal || reason === 'content_filter') {
    throw new ModelError('refused', 'The model declined to answer.');
  }
  return {
    text: message.content ?? '',
    truncated: reason === 'length',
    promptTokens: parsed.usage?.prompt_tokens ?? null,
    completionTokens: parsed.usage?.completion_tokens ?? null,
  };
}
