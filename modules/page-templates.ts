import type { PageScene, PlainPage, Templates } from '#modules/library';
import { countWords } from '#shared/count-words.ts';
import { missingGlyphs } from '#worker/imaging/missing-glyphs.ts';
import type { Scene } from '#worker/imaging/scene.ts';
import { checkLegibility } from '#worker/layout/check-legibility.ts';
import { layOutTemplate, type TemplateName, templates } from '#worker/layout/templates/index.ts';

/** Limits of the template for plain text, in characters. */
const MAX_TEXT_CHARACTERS = 20_000;
const MAX_LINE_CHARACTERS = 200;

/** Implements the library module's port for templates. */
export const pageTemplates: Templates = {
  all: Object.entries(templates).map(([name, { use, parameters }]) => ({
    name,
    description: use,
    parameters,
  })),
  layOut(template, parameters, { viewport, colorMode }) {
    if (!Object.hasOwn(templates, template)) throw new Error(`there is no template ${template}`);
    return layOutTemplate(template as TemplateName, parameters as never, viewport, colorMode);
  },
  problems: (scene: PageScene) =>
    checkLegibility(scene as Scene).map(({ elementId, detail }) => `${elementId}: ${detail}`),
  layOutPlain: (page, { viewport, colorMode }) =>
    layOutTemplate('note', noteParameters(page), viewport, colorMode),
  missingGlyphs: (scene: PageScene) =>
    missingGlyphs(
      (scene as Scene).elements
        .flatMap((element) => (element.type === 'text' ? [element.properties.text] : []))
        .join('\n'),
    ),
  imagesOf: (scene: PageScene) =>
    (scene as Scene).elements.flatMap((element) =>
      element.type === 'image' ? [element.properties.fileId] : [],
    ),
};

function noteParameters({ title, text, source }: PlainPage) {
  return {
    text: text.slice(0, MAX_TEXT_CHARACTERS),
    ...(text.length > MAX_TEXT_CHARACTERS && { omitted: countWords(text.slice(MAX_TEXT_CHARACTERS)) }),
    ...(title && { title: title.slice(0, MAX_LINE_CHARACTERS) }),
    ...(source && { footer: source.slice(0, MAX_LINE_CHARACTERS) }),
  };
}
