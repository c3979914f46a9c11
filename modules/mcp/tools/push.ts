import { z } from 'zod';
import { type DirectAsset, expiresText } from '#modules/library';
import { AppError, invalidRequest } from '#shared/errors.ts';
import { limitCreations } from '#shared/http/principal-limits.ts';
import { followPush } from '../outcome/follow-push.ts';
import { defineTool } from '../tool.ts';
import { displayName } from './chosen-display.ts';

/** An assistant writes the bytes out as tokens; larger images go through `/push`. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

export const push = defineTool({
  name: 'push',
  title: 'Push to the wall',
  description:
    'Shows a text, a link, an image or several of them as one page on a display, and says what happened there. Without a display, Placard chooses one. A picture stays at least a minute; what comes sooner waits in the queue.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    text: z.string().optional().describe('A note: plain text or Markdown. Never read as an address.'),
    link: z.string().optional().describe('An http or https address whose page Placard fetches and lays out.'),
    image: z.string().optional().describe('A PNG, JPEG, GIF, WebP or SVG as base64, at most 4 MiB.'),
    title: z.string().max(200).optional(),
    display: displayName.optional(),
    as_is: z
      .boolean()
      .optional()
      .describe('Show one PNG or JPEG as it is, without a page around it; needs a display.'),
    urgent: z.boolean().optional().describe('Before all others, in quiet hours too: for what cannot wait.'),
    expires: expiresText
      .optional()
      .describe('When it leaves the wall: seconds from now, 18:30, or a timestamp.'),
  }),
  async run(context, caller, { text, link, image, title, display, as_is, urgent, expires }) {
    const { principal } = caller;
    await limitCreations(principal, context);
    const assets: DirectAsset[] = [];
    if (text !== undefined) assets.push({ type: 'text', text });
    if (link !== undefined) assets.push({ type: 'link', url: link });
    if (image !== undefined)
      assets.push({ type: 'image', bytes: decodeImage(image, context.config.MAX_ASSET_BYTES) });
    if (assets.length === 0)
      throw invalidRequest('There is nothing to push: give a text, a link or an image.');
    const options = { title, display, urgent, expires, ...(as_is && { mode: 'hardcode' as const }) };
    const pushed = await context.library.pushDirectly({ userId: principal.userId, assets, options });
    return followPush(context, caller, pushed.content.id);
  },
});

/** @throws {AppError} `400 invalid_asset`, `413 asset_too_large` */
function decodeImage(image: string, maxAssetBytes: number): Uint8Array {
  const maxBytes = Math.min(MAX_IMAGE_BYTES, maxAssetBytes);
  // Some assistants send a data URL.
  const base64 = image.replace(/^data:image\/[a-z+.-]{1,20};base64,/i, '').replace(/\s+/g, '');
  if (!BASE64.test(base64) || base64 === '')
    throw new AppError(
      400,
      'invalid_asset',
      'The image is not base64. Addresses and paths are not read: send the bytes.',
    );
  if (base64.length > Math.ceil(maxBytes / 3) * 4)
    throw new AppError(413, 'asset_too_large', `The image has more than ${maxBytes} bytes: make it smaller.`);
  return Buffer.from(base64, 'base64');
}
