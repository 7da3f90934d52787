import { z } from 'zod'

/** An opaque point in the history of a gallery, from an earlier response. Larger values are later. */
export const galleryMark = z.string().regex(/^\d{1,15}$/, 'Send a mark of an earlier response.')

/** New images for this visitor (rules 119, 120). Empty on the first visit. */
export const galleryNews = z.object({
  mark: galleryMark.describe('Marks everything up to this point as seen.'),
  new_image_ids: z.array(z.string()).describe("Images first shown since the visitor's last visit, in gallery order."),
  corrected_image_ids: z.array(z.string()).describe("Images whose file was replaced since the visitor's last visit."),
})
export type GalleryNews = z.infer<typeof galleryNews>
export const seenBody = z.object({ mark: galleryMark })
