import { z } from 'zod'
import { MAX_IDS_PER_CALL, MAX_TRASHED_ITEMS_PER_CALL } from '../../rules/limits.ts'
import { success } from '../accounts.ts'

const trashKind = z.enum(['images', 'albums', 'tags', 'shares'])
export type TrashKind = z.infer<typeof trashKind>
/** GET /api/trash: returns one page of deleted items of one kind. */
export const trashQuery = z.object({
  kind: trashKind.default('images'),
  limit: z.string().optional(),
  offset: z.string().optional(),
})

/** A deleted item that can be restored until `purged_at`. */
const trashItem = z.object({
  id: z.string(),
  name: z.string(),
  deleted_at: z.string(),
  purged_at: z.string(),
  image_count: z.number().nullable().describe('Number of photos of an album or a tag.'),
  view_count: z.number().nullable().describe('Number of visits of a link.'),
  thumbnail_url: z.string().nullable().describe('Address of the preview, for the owner only. Null: no preview exists.'),
  placeholder: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
})
export type TrashItem = z.infer<typeof trashItem>

const counts = z.object({ images: z.number(), albums: z.number(), tags: z.number(), shares: z.number() })
export type TrashCounts = z.infer<typeof counts>
export const trashList = z.object({
  kind: trashKind,
  items: z.array(trashItem),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  counts,
  days: z.number().describe('Days until deleted items are removed. 0: they are removed at once.'),
})
export type TrashList = z.infer<typeof trashList>

const idList = z.array(z.string()).max(MAX_TRASHED_ITEMS_PER_CALL).default([])
const trashedItemIds = z.object({
  image_ids: z.array(z.string()).max(MAX_IDS_PER_CALL).default([]),
  album_ids: idList,
  tag_ids: idList,
  share_ids: idList,
})
const hasAnyId = (selectedIds: z.infer<typeof trashedItemIds>) =>
  [selectedIds.image_ids, selectedIds.album_ids, selectedIds.tag_ids, selectedIds.share_ids].some(
    list => list.length > 0,
  )
/** A request without ids is rejected, so that a mistake is not reported as success. */
export const trashIds = trashedItemIds.refine(hasAnyId, 'image_ids, album_ids, tag_ids or share_ids')
export const purgeTrashBody = trashedItemIds
  .extend({ all: z.boolean().default(false).describe('True selects everything in the trash.') })
  .refine(({ all, ...selectedIds }) => all || hasAnyId(selectedIds), 'image_ids, album_ids, tag_ids, share_ids or all')
export const restoredTrash = success.extend({ restored: counts })
export type RestoredTrash = z.infer<typeof restoredTrash>
