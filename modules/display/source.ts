import { z } from 'zod';

const storedImage = z.object({
  /** Key of the stored object. */
  key: z.string(),
  contentType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  /** Its file id in a Scene. */
  fileId: z.string().optional(),
  /** The asset of the content it came from, for failures. */
  assetIndex: z.number().int().nullable().default(null),
});

export type StoredImage = z.output<typeof storedImage>;

/** The source of a presentation: one image, stretched over the viewport, or a Scene with its images by file id. */
const presentationSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('image'), image: storedImage }),
  z.object({ kind: z.literal('scene'), scene: z.unknown(), images: z.record(z.string(), storedImage) }),
]);

export type PresentationSource = z.output<typeof presentationSource>;
