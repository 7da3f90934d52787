import { z } from 'zod'
import { done, id, isoTime, rpc, text } from '../define.ts'
import { MAX_EMAIL } from '../../rules/limits.ts'
import { PICKS } from '../../rules/picks/pick-limits.ts'
import { CHOICES, STAMP } from '../../rules/picks/pick.ts'
import { byToken, visitorId } from './open.ts'

const amount = z.number().int().min(1).max(PICKS.most).nullable()
/** What the owner of a link asks of visitors who pick; null in its place: nothing (rule 101). */
export const pickSettings = z.object({
  minimum: amount,
  maximum: amount,
  review: z.boolean().describe('Whether visitors approve or reject each photo. Otherwise they only pick.'),
  notes: z.boolean(),
  deadline: text.max(PICKS.deadline),
})

const stamp = z.string().regex(STAMP).or(z.literal(''))
export const pick = z.object({
  photoId: id,
  choice: z.enum(CHOICES),
  choiceAt: stamp.describe('Empty: nothing was chosen.'),
  note: text.max(PICKS.note),
  noteAt: stamp,
})

/** Who a visitor says she is, and proof that a list is hers. */
const byList = { ...byToken, key: z.string().describe('Key of the pick list, stored as a hash.') }
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
 * Lists of photos that visitors of a link pick (rules 101 to 105). For visitors: errors as getGallery, and PICKS_OFF where the link
 * asks for none; PICK_LIST_NOT_FOUND where the key is of no list. For the owner: SHARE_NOT_FOUND.
 */
export const picks = {
  /** A new list. TOO_MANY_REQUESTS, PICK_LISTS_FULL. */
  beginPicks: rpc(
    'sharing.picks.begin',
    z.object({
      ...byToken,
      name: text.min(1).max(PICKS.name),
      email: text.max(MAX_EMAIL).optional(),
      byMail: z
        .boolean()
        .optional()
        .describe('Whether email is set up, so that the address also waits for the complete gallery.'),
      address: z.string(),
    }),
    ownList.extend({ key: z.string() }),
  ),
  /** null: there is none of this key, or none was named. */
  getPicks: rpc(
    'sharing.picks.get',
    z.object({ ...byToken, key: z.string().optional(), since }),
    z.object({ list: ownList.nullable() }),
  ),
  /** Merges what a device says with what is there; photos that the gallery does not show are left out. PICKS_SENT. */
  changePicks: rpc(
    'sharing.picks.change',
    z.object({ ...byList, since, changes: z.array(pick).max(PICKS.perCall) }),
    ownList,
  ),
  /** Locks it. PICKS_INCOMPLETE where there are too few or too many; nothing new where it is sent already. */
  sendPicks: rpc('sharing.picks.send', z.object({ ...byList, since, visitorId }), ownList),

  /** All lists of a link, the newest change first, and what they say together; counted are photos that the gallery shows. */
  listPicks: rpc(
    'sharing.picks.list',
    z.object({ linkId: z.string() }),
    z.object({
      albumId: id,
      albumTitle: z.string(),
      settings: pickSettings.nullable(),
      lists: z.array(listView).max(PICKS.lists),
    }),
  ),
  /** Photos of which somebody, or the visitor of one list, said something, in the order of the gallery. */
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
  /** Whoever picked photos that are in an album of the caller's, by any of its links, and which photos one of them or `anybody` did. */
  listAlbumPicks: rpc(
    'sharing.picks.list-of-album',
    z.object({
      albumId: z.string(),
      by: z.string().optional().describe('A list id, or anybody. Omit it to get no photos.'),
    }),
    z.object({ people: z.array(albumPicker).max(PICKS.lists), photoIds: z.array(id).max(PICKS.ofAlbum) }),
  ),
  /** The visitor may change it again. PICK_LIST_NOT_FOUND. */
  reopenPicks: rpc('sharing.picks.reopen', z.object({ linkId: z.string(), listId: z.string() }), done),
  /** With all that is in it. PICK_LIST_NOT_FOUND. */
  removePicks: rpc('sharing.picks.remove', z.object({ linkId: z.string(), listId: z.string() }), done),
}
