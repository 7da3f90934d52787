import { z } from 'zod'
import { rpc } from '../define.ts'
import { albumView } from './views.ts'
import { MAX_IDS_PER_CALL } from '../../rules/limits.ts'

const sectionInput = { id: z.string().describe('Id of the album.'), sectionId: z.string() }

/**
 * Sections of an album (rules 114, 115). Each call returns the album. All calls throw ALBUM_NOT_FOUND; SECTION_NOT_FOUND; FAVORITES_FIXED,
 * because Favorites has no sections.
 */
export const librarySections = {
  /** Throws CONFLICT if the album already has 50 sections; PHOTO_NOT_FOUND if `before` is not in the album. */
  addSection: rpc(
    'library.sections.add',
    z.object({
      id: z.string(),
      name: z.string(),
      before: z
        .string()
        .optional()
        .describe('Photo with which the section starts. Default: an empty section at the end.'),
    }),
    albumView,
  ),
  updateSection: rpc(
    'library.sections.update',
    z.object({
      ...sectionInput,
      name: z.string().optional(),
      position: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('New position among the sections. The photos of the section move with it.'),
    }),
    albumView,
  ),
  removeSection: rpc('library.sections.remove', z.object(sectionInput), albumView),
  /** Moves photos to the end of a section, in their current order. `sectionId` null: before the first section. Throws PHOTO_NOT_FOUND. */
  moveToSection: rpc(
    'library.sections.move-photos',
    z.object({
      id: z.string(),
      sectionId: z.string().nullable(),
      photoIds: z.array(z.string()).max(MAX_IDS_PER_CALL),
    }),
    albumView,
  ),
}
