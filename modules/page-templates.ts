import { z } from 'zod';
import type { PageScene, Templates } from '#modules/library';
import type { Scene } from '#worker/imaging/scene.ts';
import { plainPage } from '#worker/layout/plain-page.ts';

const parameters = z.object({ title: z.string().nullable(), text: z.string().min(1) });

/** The templates as the library module wants them. */
export const pageTemplates: Templates = {
  all: [{ name: 'plain', description: 'A title over running text.', parameters }],
  layOut(template, given, { viewport }) {
    if (template !== 'plain') throw new Error(`there is no template ${template}`);
    return plainPage(parameters.parse(given), viewport);
  },
  problems: () => [],
  layOutPlain: (page, { viewport }) => plainPage(page, viewport),
  imagesOf: (scene: PageScene) =>
    (scene as Scene).elements.flatMap((element) =>
      element.type === 'image' ? [element.properties.fileId] : [],
    ),
};
