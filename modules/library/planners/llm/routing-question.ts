import { z } from 'zod';
import type { PlannedDisplay, PlanRequest } from '../planner.ts';
import { shownContents } from '../rules/place-contents.ts';
import { createLabels } from './labels.ts';
import type { Question } from './page-question.ts';

const answerShape = z.object({ displays: z.array(z.string()), reason: z.string() });

const INSTRUCTIONS = [
  'A user owns several e-paper displays and says in their own words what to show. Decide on which displays.',
  'You are given one line of JSON: the words, what kind of material it is, and the displays.',
  'Answer with one JSON object and nothing else: {"displays": ["display-…"], "reason": "one sentence"}',
  '- Name displays by their labels only.',
  '- Usually one display; several only when the words ask for several.',
  '- When the words say nothing about where, answer with an empty list.',
].join('\n');

/**
 * Asks which displays the owner means when the owner's words name none. It is a separate question, before the one about
 * the pages, and contains none of the material, so that no page, picture or file can influence the choice. Titles of
 * shown pages are left out for the same reason. Returns ids; none if the words do not say.
 */
export function routingQuestion(request: PlanRequest, displays: PlannedDisplay[]): Question<string[]> {
  const labels = createLabels<PlannedDisplay>('display');
  const contents = shownContents(request);
  const wishes = contents.flatMap(({ role, intent }) => (role === 'input' && intent ? [intent] : []));
  const choices = displays.map((display) => ({
    display: labels.of(display, display.id),
    name: display.name,
    tags: display.tags,
    online: display.online,
    waiting: display.queued,
    minutesShown: display.shows
      ? Math.round((request.now.getTime() - display.shows.since.getTime()) / 60_000)
      : null,
  }));
  const kinds = contents.map(({ assets }) => assets.map(({ digest }) => digest.shape));
  const task = {
    words: [...new Set([request.intent ?? '', ...wishes])].filter(Boolean),
    kinds,
    displays: choices,
  };
  return {
    name: 'displays',
    schema: {
      type: 'object',
      properties: {
        reason: { type: 'string' },
        displays: { type: 'array', items: { type: 'string', enum: labels.all() } },
      },
      required: ['reason', 'displays'],
      additionalProperties: false,
    },
    messages: [
      { role: 'system', content: INSTRUCTIONS },
      { role: 'user', content: JSON.stringify(task) },
    ],
    check(answer) {
      const parsed = answerShape.safeParse(answer);
      if (!parsed.success) return { problems: ['there must be a list "displays" and a "reason"'] };
      const named = [...new Set(parsed.data.displays)];
      const found = named.flatMap((label) => labels.meaning(label) ?? []);
      if (found.length < named.length) return { problems: ['a display is named that there is not'] };
      return { value: found.map(({ id }) => id) };
    },
  };
}
