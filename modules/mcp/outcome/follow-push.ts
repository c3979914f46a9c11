import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isPushOver, type PushResult } from '#modules/library';
import type { McpContext, ToolCaller } from '../context.ts';
import { dataResult } from '../tool-result.ts';
import { pageOutcome } from './page-outcome.ts';

/** Longest wait for the outcome of a push. Shorter than the time after which assistants abandon a call. */
export const MAX_PUSH_WAIT_SECONDS = 15;

/** States that do not change while the panel is away. */
const STATES_OF_ABSENT_PANEL = ['queued', 'published'];

/** Waits for the outcome of a push and describes it. Does not wait for a panel that sleeps. */
export async function followPush(
  context: McpContext,
  { principal: { userId }, signal }: ToolCaller,
  contentId: string,
): Promise<CallToolResult> {
  const displays = new Map((await context.display.displaysOf(userId)).map((one) => [one.id, one]));
  const isEnough = (result: PushResult) =>
    isPushOver(result) ||
    (result.content.state === 'ready' &&
      result.presentations.every(
        ({ state, displayId }) =>
          isFinal(state) ||
          (STATES_OF_ABSENT_PANEL.includes(state) && displays.get(displayId ?? '')?.online === false),
      ));
  const { content, presentations } = await context.library.waitForPush({
    userId,
    contentId,
    seconds: MAX_PUSH_WAIT_SECONDS,
    signal,
    isEnough,
  });
  const pages = presentations.map((one) => pageOutcome(one, displays.get(one.displayId ?? '')));
  const outcomes = pages.length > 0 ? pages.map(({ words }) => words) : [describeWithoutPages(content)];
  const failed = content.state === 'failed' || (pages.length > 0 && pages.every((page) => page.failed));
  const warnings = content.processing.warnings.map(({ message }) => message);
  const result = dataResult({ happened: outcomes, contentId, ...(warnings.length > 0 && { warnings }) });
  return failed ? { ...result, isError: true } : result;
}

function isFinal(state: string): boolean {
  return ['confirmed', 'failed', 'expired'].includes(state);
}

function describeWithoutPages({ state, failure }: PushResult['content']): string {
  if (state === 'failed') return `It failed: ${failure?.message ?? 'no reason was given.'}`;
  if (state === 'ready') return 'It is in the library; no display was chosen for it.';
  return 'Placard is still laying it out.';
}
