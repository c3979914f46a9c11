import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '#shared/clock.ts';
import type { PlannerProgress } from '../planner.ts';
import { type Budget, estimateTokens } from './budget.ts';
import type { ChatAnswer, ChatClient, ChatMessage } from './chat-client.ts';
import { ModelError } from './model-error.ts';
import { readAnswer } from './read-answer.ts';

export type Checked<T> = { value: T; problems?: undefined } | { problems: string[] };

/** A question that is repeated, with the problems of the last answer, until the answer is valid. */
export interface Conversation<T> {
  /**
   * @param problems the problems that the caller found in the last answer
   * @throws {ModelError}
   */
  answer(progress: PlannerProgress, problems?: string[]): Promise<T>;
}

/** The first answer and two corrections. */
const MAX_ATTEMPTS = 3;
/** A call with a transient failure is repeated once. */
const MAX_CALLS_PER_ATTEMPT = 2;
const RETRY_PAUSE_MS = 1000;
/** Characters of a rejected answer, and number of problems, that are sent back. */
const MAX_QUOTED_CHARACTERS = 6000;
const MAX_PROBLEMS = 12;
const RETRYABLE_FAILURES: readonly string[] = ['busy', 'broken', 'unreachable'];

export function createConversation<T>(
  { client, budget, model }: { client: ChatClient; budget: Budget; model: string },
  question: { name: string; schema: object; messages: ChatMessage[]; maxTokens: number },
  check: (answer: unknown) => Checked<T>,
): Conversation<T> {
  const { name, schema, maxTokens } = question;
  let messages = question.messages;
  let last = '';
  let attempts = 0;

  async function ask(progress: PlannerProgress): Promise<ChatAnswer> {
    for (let call = 1; ; call++) {
      const expected = estimateTokens(JSON.stringify(messages)) + maxTokens;
      const timeoutMs = budget.take(expected);
      const started = monotonicMs();
      const facts = () => ({
        model,
        about: name,
        attempt: attempts,
        ms: Math.round(monotonicMs() - started),
      });
      try {
        const answer = await client.ask({ messages, name, schema, maxTokens, timeoutMs });
        const { truncated, promptTokens, completionTokens } = answer;
        budget.spend(
          (promptTokens ?? expected - maxTokens) + (completionTokens ?? estimateTokens(answer.text)),
        );
        const cost = { promptTokens, completionTokens, truncated };
        progress.note('The model answered.', { ...facts(), ...cost });
        return answer;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const { failure, status, retryAfterMs } = error;
        progress.note('The request to the model failed.', { ...facts(), failure, status });
        const waitMs = retryAfterMs ?? RETRY_PAUSE_MS;
        if (
          call === MAX_CALLS_PER_ATTEMPT ||
          !RETRYABLE_FAILURES.includes(failure) ||
          waitMs >= budget.remainingMs()
        )
          throw error;
        await pause(waitMs);
      }
    }
  }

  function sendBack(problems: string[]): void {
    const list = problems.slice(0, MAX_PROBLEMS).map((one) => `- ${one.slice(0, 300)}`);
    const correction = `That cannot be used:\n${list.join('\n')}\nSend the whole JSON object again, corrected.`;
    messages = [
      ...question.messages,
      { role: 'assistant', content: last.slice(0, MAX_QUOTED_CHARACTERS) || '(nothing)' },
      { role: 'user', content: correction },
    ];
  }

  return {
    async answer(progress, problems) {
      if (problems) sendBack(problems);
      for (;;) {
        if (attempts === MAX_ATTEMPTS)
          throw new ModelError('exhausted', `The model gave no usable answer in ${MAX_ATTEMPTS} attempts.`);
        attempts += 1;
        if (attempts > 1) progress.started('retrying');
        const { text, truncated } = await ask(progress);
        last = text;
        const checked = checkAnswer(text, truncated);
        if (checked.problems === undefined) return checked.value;
        // The problems go only to the model, because they may quote the material.
        progress.note('The answer cannot be used.', {
          about: name,
          attempt: attempts,
          problems: checked.problems.length,
        });
        sendBack(checked.problems);
      }
    },
  };

  function checkAnswer(text: string, truncated: boolean): Checked<T> {
    if (truncated) return { problems: ['the answer was cut off: be much shorter'] };
    const answer = readAnswer(text);
    return answer === undefined ? { problems: ['the answer is not one JSON object'] } : check(answer);
  }
}
