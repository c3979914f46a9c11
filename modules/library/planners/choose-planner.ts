import type { Config } from '#shared/config.ts';
import type { Log } from '#shared/log.ts';
import { createLlmPlanner } from './llm/llm-planner.ts';
import type { Planner } from './planner.ts';
import { rulesPlanner } from './rules/rules-planner.ts';

type LlmSettings = Pick<
  Config,
  | 'LLM_BASE_URL'
  | 'LLM_API_KEY'
  | 'LLM_MODEL'
  | 'LLM_TIMEOUT_SECONDS'
  | 'LLM_BUDGET_SECONDS'
  | 'LLM_MAX_INPUT_TOKENS'
  | 'LLM_MAX_OUTPUT_TOKENS'
  | 'LLM_MAX_TOKENS'
>;

/** The rules; if a language model is configured, the model with the rules as fallback. */
export function choosePlanner(
  config: LlmSettings,
  log: Log,
): { planner: Planner; fallbackPlanner: Planner | null } {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model, LLM_API_KEY: apiKey } = config;
  if (!baseUrl || !model) {
    if (baseUrl || model || apiKey)
      log.warn('no language model is used: LLM_BASE_URL and LLM_MODEL must both be set');
    return { planner: rulesPlanner, fallbackPlanner: null };
  }
  const planner = createLlmPlanner(
    {
      baseUrl,
      apiKey,
      model,
      timeoutMs: config.LLM_TIMEOUT_SECONDS * 1000,
      budgetMs: config.LLM_BUDGET_SECONDS * 1000,
      maxInputTokens: config.LLM_MAX_INPUT_TOKENS,
      maxOutputTokens: config.LLM_MAX_OUTPUT_TOKENS,
      maxTokens: config.LLM_MAX_TOKENS,
    },
    log,
  );
  return { planner, fallbackPlanner: rulesPlanner };
}
