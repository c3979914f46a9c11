import { randomToken } from '#shared/ids.ts';
import type { PagePlan, PlannedContent, PlanRequest } from '../planner.ts';
import type { Picture } from '../rules/page-candidate.ts';
import { countFittingCharacters } from '../rules/page-words.ts';
import type { Placement } from '../rules/place-contents.ts';
import { zoneOfPage } from '../zone-of-page.ts';
import { estimateTokens } from './budget.ts';
import type { ChatMessage } from './chat-client.ts';
import { checkPages, type UsableTemplate } from './check-pages.ts';
import type { Checked } from './conversation.ts';
import { fenceMaterial } from './fence-material.ts';
import { createLabels, type Labels } from './labels.ts';
import { pageInstructions } from './page-instructions.ts';
import { schemaOf, wireSchema } from './template-schema.ts';

export interface Question<T> {
  name: string;
  schema: object;
  messages: ChatMessage[];
  check(answer: unknown): Checked<T>;
}

/** Asks for the text and template of each page. The displays are decided already. */
export function pageQuestion(
  request: PlanRequest,
  placements: Placement[],
  { inputTokens }: { inputTokens: number },
): Question<PagePlan> {
  const references = { pictures: createLabels<Picture>('picture'), links: createLabels<string>('link') };
  const contents = createLabels<PlannedContent>('content');
  const targets = createLabels<Placement>('target');
  const fence = randomToken(9);
  const shown = [...new Set(placements.flatMap((one) => one.contents))];
  const fenced = (tokens: number) => fenceMaterial(shown, { ...references, contents }, { tokens, fence });
  fenced(Number.MAX_SAFE_INTEGER); // creates the labels, which the templates' schemas use

  const templates = request.templates.flatMap(({ name, description, parameters }) => {
    const node = schemaOf(parameters);
    const schema = wireSchema(node, references);
    return schema ? [{ name, description, parameters, node, schema }] : [];
  });
  const wanted = placements.map((one, index) => ({
    target: targets.of(one, `${index}`),
    width: one.viewport.width,
    height: one.viewport.height,
    characters: countFittingCharacters(one.viewport),
    timeZone: zoneOfPage(request, one.displayId),
    contents: one.contents.map((content) => contents.of(content, content.id)),
  }));
  const task = JSON.stringify({
    now: request.now.toISOString(),
    ownersWish: request.intent,
    ownersTitle: request.title,
    wishes: instructionsOf(shown, contents),
    targets: wanted,
    templates: templates.map(({ name, description, schema }) => ({ name, description, parameters: schema })),
  });
  const instructions = pageInstructions({ fence, mayDecline: request.mayDecline });
  const room = inputTokens - estimateTokens(instructions + task);
  const schema = answerSchema(templates, targets, request.mayDecline);
  return {
    name: 'pages',
    schema,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: `${task}\n${fenced(room)}` },
    ],
    check: (answer) => checkPages(answer, { templates, targets, references, mayDecline: request.mayDecline }),
  };
}

function instructionsOf(shown: PlannedContent[], contents: Labels<PlannedContent>) {
  return shown.flatMap((content) =>
    content.role === 'input' && content.intent
      ? [{ content: contents.of(content, content.id), wish: content.intent }]
      : [],
  );
}

function answerSchema(templates: UsableTemplate[], targets: Labels<Placement>, mayDecline: boolean): object {
  const object = (properties: Record<string, object>) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const pages = templates.map(({ name, schema }) =>
    object({
      target: { type: 'string', enum: targets.all() },
      template: { type: 'string', const: name },
      title: { type: 'string' },
      parameters: schema,
    }),
  );
  return object({
    reason: { type: 'string' },
    outcome: { type: 'string', enum: mayDecline ? ['pages', 'nothing'] : ['pages'] },
    pages: { type: 'array', items: { anyOf: pages } },
  });
}
