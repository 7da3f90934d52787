import { z } from 'zod'

/** A point in the history of a gallery, as an answer told it; larger is later, and that is all there is to know of it. */
export const galleryMark = z.string().regex(/^\d{1,15}$/, 'A mark that was answered before is needed.')

/** What of a gallery is new to this visitor (rules 119, 120): nothing where she is here for the first time. */
export const galleryNews = z.object({
  mark: galleryMark.describe('Marks everything up to this point as seen.'),
  new_image_ids: z.array(z.string()).describe("Images first shown since the visitor's last visit, in gallery order."),
  corrected_image_ids: z.array(z.string()).describe("Images whose file was replaced since the visitor's last visit."),
})
export type GalleryNews = z.infer<typeof galleryNews>
export const seenBody = z.object({ mark: galleryMark })
