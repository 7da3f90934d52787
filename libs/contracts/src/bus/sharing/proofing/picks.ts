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
  choiceAt: stamp.describe('Empty: nothing was chosen.'),
  note: text.max(PICK_LIMITS.note),
  noteAt: stamp,
})

/** Access to the gallery and to one pick list. */
const byList = { ...linkAccess, key: z.string().describe('Key of the pick list, stored as a hash.') }
const ownList = z.object({
  name: z.string(),
  email: z.string().nullable(),
  sentAt: isoTime.nullable().describe('Time at which the list was sent and locked. Null: it can still be changed.'),
  revision: z.number().int().describe('Increases with every change.'),
  picks: z.array(pick).describe('Picks changed after the requested revision.'),
})
export type OwnPickList = z.infer<typeof ownList>
const since = z.number().int().optional().describe('Restricts the result to changes after this revision.')

const counts = { picked: z.number().int(), rejected: z.number().int(), notes: z.number().int() }
const listView = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  sentAt: isoTime.nullable(),
  createdAt: isoTime,
  changedAt: isoTime,
  ...counts,
})
export type PickListView = z.infer<typeof listView>

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
 * Pick lists of the visitors of a link (rules 101 to 105). For visitors: errors as getGallery; PICKS_OFF; PICK_LIST_NOT_FOUND for an
 * unknown key. For the owner: SHARE_NOT_FOUND.
 */
export const picks = {
  /** Creates a list. TOO_MANY_REQUESTS, PICK_LISTS_FULL. */
  beginPicks: rpc(
    'sharing.picks.begin',
    z.object({
      ...linkAccess,
      name: text.min(1).max(PICK_LIMITS.name),
      email: text.max(MAX_EMAIL_LENGTH).optional(),
      byMail: z
        .boolean()
        .optional()
        .describe('Whether email is set up, so that the address also waits for the complete gallery.'),
      address: z.string(),
    }),
    ownList.extend({ key: z.string() }),
  ),
  /** Null: no key was given, or it is unknown. */
  getPicks: rpc(
    'sharing.picks.get',
    z.object({ ...linkAccess, key: z.string().optional(), since }),
    z.object({ list: ownList.nullable() }),
  ),
  /** Merges the picks of a device into the list. Photos that the gallery does not show are skipped. PICKS_SENT. */
  changePicks: rpc(
    'sharing.picks.change',
    z.object({ ...byList, since, changes: z.array(pick).max(PICK_LIMITS.perCall) }),
    ownList,
  ),
  /** Sends and locks the list. Throws PICKS_INCOMPLETE for too few or too many picks. Sending again changes nothing. */
  sendPicks: rpc('sharing.picks.send', z.object({ ...byList, since, visitorId }), ownList),

  /** All lists of a link, most recently changed first. Counts include photos that the gallery shows. */
  listPicks: rpc(
    'sharing.picks.list',
    z.object({ linkId: z.string() }),
    z.object({
      albumId: id,
      albumTitle: z.string(),
      settings: pickSettings.nullable(),
      lists: z.array(listView).max(PICK_LIMITS.lists),
    }),
  ),
  /** Photos with a pick, rejection or note, of all visitors or of one list, in gallery order. */
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
  /** Visitors who picked photos of an album through any of its links, and the photos picked by one of them or by `anybody`. */
  listAlbumPicks: rpc(
    'sharing.picks.list-of-album',
    z.object({
      albumId: z.string(),
      by: z.string().optional().describe('A list id, or anybody. Omit it to get no photos.'),
    }),
    z.object({ people: z.array(albumPicker).max(PICK_LIMITS.lists), photoIds: z.array(id).max(PICK_LIMITS.ofAlbum) }),
  ),
  /** Lets the visitor change the list again. PICK_LIST_NOT_FOUND. */
  reopenPicks: rpc('sharing.picks.reopen', z.object({ linkId: z.string(), listId: z.string() }), successOutput),
  /** Removes the list with its picks. PICK_LIST_NOT_FOUND. */
  removePicks: rpc('sharing.picks.remove', z.object({ linkId: z.string(), listId: z.string() }), successOutput),
}
