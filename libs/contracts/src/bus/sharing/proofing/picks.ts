import { z } from 'zod'
import { successOutput, id, isoTime, rpc, text } from '../../define.ts'
import { pickSettings } from '../../../http/visitors/picks.ts'
import { MAX_EMAIL_LENGTH } from '../../../rules/limits.ts'
import { CHOICES, PICK_LIMITS, STAMP_PATTERN } from '../../../rules/picks/pick.ts'
import { linkAccess, visitorId } from '../open.ts'

const stamp = z.string().regex(STAMP_PATTERN).or(z.literal(''))
export const pick = z.object({
  photoId: id,
  choice: z.enum(CHOICES),
  choiceAt: stamp.describe('Stamp of the last change of `choice`. Empty: it was never changed.'),
  note: text.max(PICK_LIMITS.note),
  noteAt: stamp,
})

/** Access to the gallery and to one pick list. */
const listAccess = {
  ...linkAccess,
  key: z.string().describe('Key that identifies the pick list. Sharing stores only its hash.'),
}
const ownList = z.object({
  name: z.string(),
  email: z.string().nullable(),
  sentAt: isoTime.nullable().describe('Time at which the list was sent and locked. Null: it can still be changed.'),
  revision: z.number().int().describe('Increases with every change.'),
  picks: z.array(pick).describe('Picks changed after the requested revision.'),
})
export type OwnPickList = z.infer<typeof ownList>
const since = z.number().int().optional().describe('Returns only picks that changed after this revision of the list.')

const counts = { picked: z.number().int(), rejected: z.number().int(), notes: z.number().int() }
const pickListView = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  sentAt: isoTime.nullable(),
  createdAt: isoTime,
  changedAt: isoTime,
  ...counts,
})
export type PickListView = z.infer<typeof pickListView>

const pickedPhoto = z.object({
  id,
  filename: z.string(),
  originalFilename: z.string(),
  title: z.string(),
  caption: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  ...counts,
  by: z.array(z.object({ listId: id, choice: z.enum(CHOICES), note: z.string() })),
})
export type PickedPhoto = z.infer<typeof pickedPhoto>
export const PICK_FILTERS = ['all', 'picked', 'rejected', 'notes'] as const

const albumPicker = z.object({ listId: id, linkId: id, name: z.string(), picked: z.number().int() })
export type AlbumPicker = z.infer<typeof albumPicker>

/**
 * Pick lists of the visitors of a link (rules 101 to 105). Calls of visitors throw the errors of getGallery; PICKS_OFF if the link permits no
 * picks; PICK_LIST_NOT_FOUND for an unknown key. Calls of the owner throw SHARE_NOT_FOUND.
 */
export const picks = {
  /** Creates a list. Throws TOO_MANY_REQUESTS; PICK_LISTS_FULL if the maximum number of lists is reached. */
  beginPicks: rpc(
    'sharing.picks.begin',
    z.object({
      ...linkAccess,
      name: text.min(1).max(PICK_LIMITS.name),
      email: text.max(MAX_EMAIL_LENGTH).optional(),
      byMail: z
        .boolean()
        .optional()
        .describe('Whether email is set up. Only then is `email` notified when the gallery is complete.'),
      address: z.string(),
    }),
    ownList.extend({ key: z.string() }),
  ),
  /** `list` null: the request has no key, or the key is unknown. */
  getPicks: rpc(
    'sharing.picks.get',
    z.object({ ...linkAccess, key: z.string().optional(), since }),
    z.object({ list: ownList.nullable() }),
  ),
  /** Merges the picks of a device into the list. Photos that the gallery does not show are skipped. Throws PICKS_SENT if the list was sent. */
  changePicks: rpc(
    'sharing.picks.change',
    z.object({ ...listAccess, since, changes: z.array(pick).max(PICK_LIMITS.perCall) }),
    ownList,
  ),
  /** Sends and locks the list. Sending it again has no effect. Throws PICKS_INCOMPLETE if the list has too few or too many picks. */
  sendPicks: rpc('sharing.picks.send', z.object({ ...listAccess, since, visitorId }), ownList),

  /** Returns all lists of a link, the most recently changed first. The numbers include only photos that the gallery shows. */
  listPicks: rpc(
    'sharing.picks.list',
    z.object({ linkId: z.string() }),
    z.object({
      albumId: id,
      albumTitle: z.string(),
      settings: pickSettings.nullable(),
      lists: z.array(pickListView).max(PICK_LIMITS.lists),
    }),
  ),
  /** Returns photos with a pick, rejection or note, in gallery order. `listId`: only photos in this list; default: photos in any list. */
  listPickedPhotos: rpc(
    'sharing.picks.list-photos',
    z.object({
      linkId: z.string(),
      listId: z.string().optional(),
      only: z.enum(PICK_FILTERS),
      limit: z.number().int().max(500),
      offset: z.number().int(),
    }),
    z.object({ photos: z.array(pickedPhoto), total: z.number().int() }),
  ),
  /** Returns the visitors who picked photos of an album through any of its links, and the photos that the visitors in `by` picked. */
  listAlbumPicks: rpc(
    'sharing.picks.list-of-album',
    z.object({
      albumId: z.string(),
      by: z.string().optional().describe('ID of a pick list, or `anybody` for all. Absent: no photos are returned.'),
    }),
    z.object({ people: z.array(albumPicker).max(PICK_LIMITS.lists), photoIds: z.array(id).max(PICK_LIMITS.ofAlbum) }),
  ),
  /** Unlocks a sent list, so that the visitor can change it again. Throws PICK_LIST_NOT_FOUND. */
  reopenPicks: rpc('sharing.picks.reopen', z.object({ linkId: z.string(), listId: z.string() }), successOutput),
  /** Removes the list with its picks. Throws PICK_LIST_NOT_FOUND. */
  removePicks: rpc('sharing.picks.remove', z.object({ linkId: z.string(), listId: z.string() }), successOutput),
}
