import type * as z from 'zod';
import type { ColorMode } from '#shared/picture-formats.ts';
import type { Scene } from '../../imaging/scene.ts';
import { agenda } from './agenda.ts';
import { article } from './article.ts';
import { chat } from './chat.ts';
import { code } from './code.ts';
import { digest } from './digest.ts';
import { document } from './document.ts';
import { gallery } from './gallery.ts';
import { grid } from './grid.ts';
import { headline } from './headline.ts';
import { link } from './link.ts';
import { list } from './list.ts';
import { note } from './note.ts';
import { photo } from './photo.ts';
import { quotation } from './quotation.ts';
import { recipe } from './recipe.ts';
import { slides } from './slides.ts';
import { table } from './table.ts';
import type { Template } from './template.ts';
import type { Viewport } from './theme.ts';
import { ticket } from './ticket.ts';

export type { PictureParameter } from './template.ts';
export type { Viewport } from './theme.ts';

/** All templates by name. */
export const templates = {
  note,
  quotation,
  headline,
  article,
  list,
  agenda,
  table,
  grid,
  recipe,
  chat,
  code,
  photo,
  gallery,
  document,
  slides,
  ticket,
  digest,
  link,
};

export type TemplateName = keyof typeof templates;
/** The input of a template; parameters with a default may be left out. */
export type TemplateParameters<Name extends TemplateName> = z.input<(typeof templates)[Name]['parameters']>;

/**
 * The page as a Scene. Pure: the same name, parameters, viewport and colour mode give the same Scene.
 * @throws {z.ZodError} when the parameters are not what the template wants
 */
export function layOutTemplate<Name extends TemplateName>(
  name: Name,
  parameters: TemplateParameters<Name>,
  viewport: Viewport,
  colorMode: ColorMode,
): Scene {
  const chosen = templates[name] as Template;
  return chosen.layOut(chosen.parameters.parse(parameters), viewport, colorMode);
}
