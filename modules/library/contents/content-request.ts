import { z } from 'zod';
import { outputRequest } from '#modules/display';
import { queryTime } from '#shared/http/query-time.ts';
import { contentMode, uuid } from '../schemas.ts';
import { MAX_ASSETS, MAX_INTENT_CHARACTERS, MAX_TITLE_CHARACTERS } from './asset-rules.ts';
import { type ContentInput, contentProblems } from './content-rules.ts';
import { expiresText } from './expiry.ts';

/** Optional text with a limit in characters (code points). */
export const optionalText = (maxCharacters: number) =>
  z
    .string()
    .refine((text) => [...text].length <= maxCharacters, {
      error: `must have at most ${maxCharacters} characters.`,
    })
    .nullish();

const assetInput = z
  .object({
    type: z.enum(['text', 'link', 'image', 'file']),
    text: z.string().nullish().meta({ description: 'For `text`: at most 100,000 characters.' }),
    url: z.string().nullish().meta({ description: 'For `link`: absolute, http or https, no credentials.' }),
    filename: z.string().nullish().meta({ description: 'For `image` and `file`.' }),
    contentType: z
      .string()
      .nullish()
      .meta({ description: 'For `image` and `file`; must agree with `type`.' }),
    sizeBytes: z.number().int().nullish().meta({ description: 'For `image` and `file`: the exact size.' }),
  })
  .meta({ id: 'AssetInput' });

const fields = {
  mode: contentMode.nullish().meta({ description: 'Omitted: the Content is stored only.' }),
  displayId: uuid.nullish().meta({ description: 'Required by `manual` and by `hardcode` without `output`.' }),
  output: outputRequest.nullish(),
  title: optionalText(MAX_TITLE_CHARACTERS),
  intent: optionalText(MAX_INTENT_CHARACTERS),
  assets: z.array(assetInput).min(1).max(MAX_ASSETS),
};

/** The body of `POST /contents`. */
export function contentRequest(maxAssetBytes: number) {
  return checked(z.object(fields), maxAssetBytes).meta({ id: 'ContentRequest' });
}

/** The body of `POST /contents` on the app surface. */
export function ownContentRequest(maxAssetBytes: number) {
  const own = z.object({
    ...fields,
    urgent: z.boolean().nullish().meta({
      description:
        'Its pages go out before others, also in quiet hours and before the dwell time has passed.',
    }),
    expiresAt: queryTime.nullish().meta({
      description:
        'Its pages then leave the queue and the display, which returns to the last picture that has not expired.',
    }),
    expires: expiresText.nullish(),
  });
  return checked(own, maxAssetBytes).meta({ id: 'OwnContentRequest' });
}
export type OwnContentRequest = z.output<ReturnType<typeof ownContentRequest>>;

/**
 * The rules are checked even if the shape is wrong, so that all problems are listed at once. If the only problems have
 * a code of their own, the route reports them.
 */
function checked<T extends z.ZodObject>(schema: T, maxAssetBytes: number): T {
  return schema.superRefine(
    (body, context) => {
      const problems = contentProblems(body as ContentInput, maxAssetBytes);
      const known = new Set(context.issues.map((issue) => issue.path?.join('.')));
      if (known.size === 0 && !problems.some(({ code }) => code === 'invalid_request')) return;
      for (const { path, message } of problems) {
        if (!known.has(path)) context.addIssue({ code: 'custom', path: path.split('.'), message });
      }
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}
