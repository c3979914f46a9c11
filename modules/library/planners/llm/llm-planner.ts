import type { Log } from '#shared/log.ts';
import type { PagePlan, Planner, PlannerProgress, PlanRequest } from '../planner.ts';
import { placeContents } from '../rules/place-contents.ts';
import { removeEmptyContents } from '../rules/rules-planner.ts';
import { type Budget, createBudget, type Limits } from './budget.ts';
import { type ChatClient, createChatClient } from './chat-client.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { ModelError } from './model-error.ts';
import { pageQuestion, type Question } from './page-question.ts';
import { routingQuestion } from './routing-question.ts';

export interface LlmOptions extends Limits {
  /** Including the version, such as `http://localhost:11434/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
  /** Tokens of a question, and of an answer. */
  maxInputTokens: number;
  maxOutputTokens: number;
}

/**
 * Asks a language model. A question is asked at most three times, including plans that the caller rejects for the same
 * request object. After that, as after any other failure, it throws and another planner decides.
 */
export function createLlmPlanner(options: LlmOptions, log: Log): Planner {
  const client = createChatClient({ ...options, apiKey: options.apiKey });
  const conversations = new WeakMap<PlanRequest, Conversation<PagePlan>>();

  return {
    name: 'llm',
    async plan(request, progress, problems) {
      try {
        const known = conversations.get(request);
        const conversation = known ?? (await startConversation(request, progress));
        conversations.set(request, conversation);
        return await conversation.answer(progress, known && problems);
      } catch (error) {
        if (error instanceof ModelError) {
          const { failure, status, message } = error;
          log.warn(
            { failure, status, model: options.model, reason: message },
            'the language model gave no plan',
          );
        }
        throw error;
      }
    },
  };

  async function startConversation(
    request: PlanRequest,
    progress: PlannerProgress,
  ): Promise<Conversation<PagePlan>> {
    const budget = createBudget(options);
    const readable = removeEmptyContents(request);
    const assignment = placeContents(readable);
    let { placements } = assignment;
    if (assignment.undecided.length > 1) {
      progress.started('reading_brief');
      const question = routingQuestion(readable, assignment.undecided);
      const preferred = await converse(client, budget, question).answer(progress);
      placements = placeContents(readable, preferred).placements;
    }
    progress.started('choosing_layout');
    const question = pageQuestion(readable, placements, { inputTokens: options.maxInputTokens });
    return converse(client, budget, question);
  }

  function converse<T>(
    chat: ChatClient,
    budget: Budget,
    { check, ...question }: Question<T>,
  ): Conversation<T> {
    const asked = { ...question, maxTokens: options.maxOutputTokens };
    return createConversation({ client: chat, budget, model: options.model }, asked, check);
  }
}
