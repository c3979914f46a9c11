import type { TemplateName, TemplateParameters } from '../templates/index.ts';

/** Pictures by file id, with the sizes that the templates are given. */
export const PICTURES = {
  dawn: { fileId: 'dawn', width: 1200, height: 800 },
  noon: { fileId: 'noon', width: 1200, height: 900 },
  dusk: { fileId: 'dusk', width: 1000, height: 1000 },
  fog: { fileId: 'fog', width: 800, height: 1100 },
  report: { fileId: 'report', width: 848, height: 1200 },
  slide: { fileId: 'slide', width: 1280, height: 720 },
  code: { fileId: 'code', width: 25, height: 25 },
};

/** A page of the gallery: a template and its parameters. */
export type Sample = {
  [Name in TemplateName]: { name: string; template: Name; parameters: TemplateParameters<Name> };
}[TemplateName];
