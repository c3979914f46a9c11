import { z } from 'zod';
import type { DisplayDto, PresentationDto } from '#modules/display';
import type { isPushOver } from '#modules/library';
import { AppError } from '#shared/errors.ts';
import type { McpContext, ToolCaller } from '../context.ts';
import { MAX_PUSH_WAIT_SECONDS } from '../outcome/follow-push.ts';
import { pageOutcome } from '../outcome/page-outcome.ts';
import { defineTool } from '../tool.ts';
import { dataResult } from '../tool-result.ts';
import { chosenDisplay, displayName, displayNotNamed } from './chosen-display.ts';

export const showAgain = defineTool({
  name: 'show_again',
  title: 'Show again',
  description:
    'Puts something that a display has shown before onto it again, at once. Uses no quota. Takes a contentId of search_library, push or what_is_showing.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    contentId: z.guid().toLowerCase(),
    display: displayName.optional().describe('Needed when several displays have shown it.'),
  }),
  async run(context, caller, input) {
    const { userId } = caller.principal;
    const named =
      input.display === undefined ? undefined : await chosenDisplay(context, userId, input.display);
    const pages = await pagesOf(context, caller, input.contentId);
    const displays = await context.display.displaysOf(userId);
    const display = named ?? onlyDisplay(pages, displays);
    for (const page of pages.filter(({ displayId }) => displayId === display.id).reverse()) {
      const activated = await activate(context, userId, page);
      if (activated) return follow(context, caller, input.contentId, page.id, activated);
    }
    throw neverShown(display.name);
  },
});

/** The pages of a Content in their order. @throws {AppError} `404 content_not_found` */
async function pagesOf(
  { library }: McpContext,
  { principal: { userId }, signal }: ToolCaller,
  contentId: string,
): Promise<PresentationDto[]> {
  const read = { userId, contentId, seconds: 0, signal, isEnough: () => true };
  return (await library.waitForPush(read)).presentations;
}

function onlyDisplay(pages: PresentationDto[], displays: DisplayDto[]): DisplayDto {
  const candidates = displays.filter(({ id }) => pages.some(({ displayId }) => displayId === id));
  const [only] = candidates;
  if (!only) throw neverShown('none of your displays');
  if (candidates.length > 1) throw displayNotNamed(candidates);
  return only;
}

/** Null when this page cannot be shown again on its display. */
async function activate(
  { display }: McpContext,
  userId: string,
  { id, displayId }: PresentationDto,
): Promise<DisplayDto | null> {
  try {
    return await display.activatePresentation({ userId, displayId: displayId as string, presentationId: id });
  } catch (error) {
    if (error instanceof AppError && error.code === 'presentation_not_deliverable') return null;
    throw error;
  }
}

async function follow(
  { library }: McpContext,
  { principal: { userId }, signal }: ToolCaller,
  contentId: string,
  pageId: string,
  display: DisplayDto,
) {
  const isEnough: typeof isPushOver = ({ presentations }) =>
    !display.online || presentations.find(({ id }) => id === pageId)?.state !== 'published';
  const wait = { userId, contentId, seconds: MAX_PUSH_WAIT_SECONDS, signal, isEnough };
  const { presentations } = await library.waitForPush(wait);
  const page = presentations.find(({ id }) => id === pageId);
  if (!page) throw neverShown(display.name);
  const { words, failed } = pageOutcome(page, display);
  return { ...dataResult({ happened: [words], contentId }), ...(failed && { isError: true }) };
}

function neverShown(where: string): AppError {
  return new AppError(
    409,
    'presentation_not_deliverable',
    `It cannot be shown again: ${where} has not shown it before, or no longer has it. Push it anew.`,
  );
}
