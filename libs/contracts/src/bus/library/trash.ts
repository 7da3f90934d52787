import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { located, paged } from './views.ts'
import { MAX_IDS_PER_CALL, MAX_TRASHED_PER_CALL, VARIANT_SIZES } from '../../rules/limits.ts'

const trashedPhoto = z.object({
  id,
  filename: z.string(),
  originalFilename: z.string(),
  title: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  isReady: z.boolean().describe('Whether a preview exists.'),
  deletedAt: isoTime,
})
export type TrashedPhoto = z.infer<typeof trashedPhoto>
const trashedThing = z.object({
  id,
  name: z.string(),
  photos: z.number().describe('Number of photos it had.'),
  deletedAt: isoTime,
})
export type TrashedThing = z.infer<typeof trashedThing>

const some = z.array(z.string()).max(MAX_TRASHED_PER_CALL)
export const trashedIds = z.object({
  photoIds: z.array(z.string()).max(MAX_IDS_PER_CALL),
  albumIds: some,
  tagIds: some,
})
const counted = z.object({ photos: z.number(), albums: z.number(), tags: z.number() })

/** What was deleted less than DAYS ago: it counts nowhere, and its owner may bring it back (rule 25). */
export const libraryTrash = {
  /** The last that was deleted first. Of the kind that was asked for one page, of all of them how many there are. */
  listTrash: rpc(
    'library.trash.list',
    z.object({ kind: z.enum(['photos', 'albums', 'tags']).nullable(), ...paged }),
    z.object({
      photos: z.array(trashedPhoto),
      things: z.array(trashedThing),
      counts: counted,
      days: z.number().describe('Days until deleted items are removed. 0: they are removed at once.'),
    }),
  ),
  /**
   * As they were, and an album with the photos that were deleted with it. What is in the trash no more is left out.
   * QUOTA_EXCEEDED, ALBUM_LIMIT: nothing comes back.
   */
  restoreTrash: rpc('library.trash.restore', trashedIds, counted),
  /** For ever, at once; `all`: everything that is there. */
  purgeTrash: rpc('library.trash.purge', trashedIds.extend({ all: z.boolean() }), counted),
  /** A variant of a photo in the caller's trash. PHOTO_NOT_FOUND. */
  locateTrashed: rpc(
    'library.trash.locate',
    z.object({ size: z.enum(VARIANT_SIZES), name: z.string().describe('Stem of the filename.') }),
    located,
  ),
}
