import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { locatedObject, pageInput } from './views.ts'
import { MAX_IDS_PER_CALL, MAX_TRASHED_ITEMS_PER_CALL, VARIANT_SIZES } from '../../rules/limits.ts'

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
const trashedItem = z.object({
  id,
  name: z.string(),
  photos: z.number().describe('Number of photos that the album or tag had when it was deleted.'),
  deletedAt: isoTime,
})
export type TrashedItem = z.infer<typeof trashedItem>

const idList = z.array(z.string()).max(MAX_TRASHED_ITEMS_PER_CALL)
const trashedIds = z.object({
  photoIds: z.array(z.string()).max(MAX_IDS_PER_CALL),
  albumIds: idList,
  tagIds: idList,
})
const itemCounts = z.object({ photos: z.number(), albums: z.number(), tags: z.number() })

/** Deleted photos, albums and tags, which the owner can restore for some days. They do not count towards storage and limits (rule 25). */
export const libraryTrash = {
  /** Returns a page of items of one kind, the most recently deleted first, and the numbers of items of all kinds. */
  listTrash: rpc(
    'library.trash.list',
    z.object({ kind: z.enum(['photos', 'albums', 'tags']).nullable(), ...pageInput }),
    z.object({
      photos: z.array(trashedPhoto),
      albumsAndTags: z.array(trashedItem),
      counts: itemCounts,
      days: z.number().describe('Days until deleted items are removed. 0: they are removed at once.'),
    }),
  ),
  /**
   * Restores items; an album is restored with the photos that were deleted together with it. Items that are no longer in the trash are
   * skipped. If it throws QUOTA_EXCEEDED or ALBUM_LIMIT, nothing is restored.
   */
  restoreTrash: rpc('library.trash.restore', trashedIds, itemCounts),
  /** Deletes items permanently. `all`: empties the trash. */
  purgeTrash: rpc('library.trash.purge', trashedIds.extend({ all: z.boolean() }), itemCounts),
  /** Finds a variant of a photo in the trash of the caller. Throws PHOTO_NOT_FOUND. */
  locateTrashed: rpc(
    'library.trash.locate',
    z.object({ size: z.enum(VARIANT_SIZES), name: z.string().describe('Stem of the filename.') }),
    locatedObject,
  ),
}
