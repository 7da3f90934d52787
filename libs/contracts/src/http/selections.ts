import { z } from 'zod'

/** Photos shared without an album, for the owner. */
export const selection = z.object({
  id: z.string(),
  title: z.string(),
  image_count: z.number(),
  images: z.array(
    z.object({
      id: z.string(),
      filename: z.string(),
      title: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      thumbnail_url: z.string(),
      url: z.string(),
      placeholder: z.string().nullable(),
    }),
  ),
})
export type Selection = z.infer<typeof selection>
