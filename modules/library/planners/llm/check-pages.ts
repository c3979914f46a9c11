import { z } from 'zod';
import { clipLine } from '../clip-text.ts';
import type { PagePlan, PlanAction } from '../planner.ts';
import type { Placement } from '../rules/place-contents.ts';
import type { Checked } from './conversation.ts';
import type { Labels } from './labels.ts';
import { type References, resolveLabels, type schemaOf } from './template-schema.ts';

const answerShape = z.object({
  outcome: z.enum(['pages', 'nothing']),
  reason: z.string(),
  pages: z.array(
    z.object({ target: z.string(), template: z.string(), title: z.string(), parameters: z.unknown() }),
  ),
});

/** A template that a model may use, with the schema in the question. */
export interface UsableTemplate {
  name: string;
  parameters: z.ZodType;
  node: ReturnType<typeof schemaOf>;
  schema: object;
}

export interface PageChoices {
  templates: UsableTemplate[];
  targets: Labels<Placement>;
  references: References;
  mayDecline: boolean;
}

/** Checks an answer against the question: each target exactly once, known templates, valid parameters. */
export function checkPages(answer: unknown, choices: PageChoices): Checked<PagePlan> {
  const parsed = answerShape.safeParse(answer);
  if (!parsed.success) return { problems: issuesOf(parsed.error) };
  const { outcome, pages, reason } = parsed.data;
  const explanation = clipLine(reason, 300) || 'The model gave no reason.';
  if (outcome === 'nothing') {
    return choices.mayDecline
      ? { value: { outcome: 'no_change', reason: explanation } }
      : { problems: ['something must be shown: outcome must be "pages"'] };
  }
  const problems = targetProblems(pages, choices.targets);
  const actions = pages.flatMap((page, index) => {
    const faults: string[] = [];
    const action = checkPage(page, choices, faults);
    problems.push(...faults.map((fault) => `pages[${index}]: ${fault}`));
    return action ?? [];
  });
  if (problems.length > 0) return { problems };
  return { value: { outcome: 'presentations', actions, reasons: [explanation] } };
}

type WrittenPage = z.output<typeof answerShape>['pages'][number];

function targetProblems(pages: WrittenPage[], targets: Labels<Placement>): string[] {
  const named = pages.map(({ target }) => target);
  return [
    ...named
      .filter((label) => !targets.meaning(label))
      .map((label) => `there is no target "${label.slice(0, 80)}"`),
    ...targets.all().flatMap((label) => {
      const count = named.filter((one) => one === label).length;
      return count === 1 ? [] : [`target "${label}" must have exactly one page, not ${count}`];
    }),
  ];
}

function checkPage(
  { target, template, title, parameters }: WrittenPage,
  { templates, targets, references }: PageChoices,
  faults: string[],
): PlanAction | null {
  const placement = targets.meaning(target);
  const chosen = templates.find(({ name }) => name === template);
  if (!chosen) faults.push(`there is no template "${template.slice(0, 80)}"`);
  if (title.trim() === '') faults.push('title is empty');
  if (!chosen || !placement) return null;
  const restored = resolveLabels(chosen.node, parameters, references, faults);
  if (faults.length > 0) return null;
  const checked = chosen.parameters.safeParse(restored);
  if (!checked.success) faults.push(...issuesOf(checked.error).map((issue) => `parameters.${issue}`));
  return { displayId: placement.displayId, template, parameters: checked.data, title: clipLine(title, 200) };
}

function issuesOf({ issues }: z.ZodError): string[] {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
