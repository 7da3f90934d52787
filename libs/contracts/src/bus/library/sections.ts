import { z } from 'zod'
import { rpc } from '../define.ts'
import { albumView } from './views.ts'
import { MAX_IDS_PER_CALL } from '../../rules/limits.ts'

const sectionInput = { id: z.string().describe('Id of the album.'), sectionId: z.string() }

/** Sections of an album (rules 114, 115). Each call returns the album. Throws ALBUM_NOT_FOUND, FAVORITES_FIXED, SECTION_NOT_FOUND. */
export const librarySections = {
  /** CONFLICT beyond 50 sections; PHOTO_NOT_FOUND if `before` is not in the album. */
  addSection: rpc(
    'library.sections.add',
    z.object({
      id: z.string(),
      name: z.string(),
      before: z.string().optional().describe('Photo before which the section starts. Default: the end.'),
    }),
    albumView,
  ),
  updateSection: rpc(
    'library.sections.update',
    z.object({
      ...sectionInput,
      name: z.string().optional(),
      position: z.number().int().min(0).optional().describe('Position among the sections. Its photos move with it.'),
    }),
    albumView,
  ),
  removeSection: rpc('library.sections.remove', z.object(sectionInput), albumView),
  /** Moves photos to the end of a section, or before the first section (null), in their current order. Throws PHOTO_NOT_FOUND. */
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
