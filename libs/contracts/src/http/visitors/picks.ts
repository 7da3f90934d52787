import { z } from 'zod'
import { hasNoControlCharacters, requiredTextSchema } from '../../rules/visible-text.ts'
import { text } from '../../bus/define.ts'
import { MAX_EMAIL_LENGTH } from '../../rules/limits.ts'
import { CHOICES, PICK_LIMITS, STAMP_PATTERN } from '../../rules/picks/pick.ts'

const pickLimit = z.number().int().min(1).max(PICK_LIMITS.max).nullable()
/** Settings for picks of a link (rule 101). */
export const pickSettings = z.object({
  minimum: pickLimit.describe('Minimum number of picks before the list can be sent. Null: no minimum.'),
  maximum: pickLimit.describe('Maximum number of picks. Null: no maximum.'),
  review: z.boolean().describe('Whether visitors approve or reject each photo. If not, they only pick photos.'),
  notes: z.boolean().describe('Whether visitors can write a note on each photo.'),
  deadline: text
    .max(PICK_LIMITS.deadline)
    .describe('Deadline as a text that the gallery shows, such as `Sunday evening`. Empty: no deadline.'),
})
export type PickSettings = z.infer<typeof pickSettings>
export const pickSettingsBody = z
  .object({
    minimum: pickSettings.shape.minimum.default(null),
    maximum: pickSettings.shape.maximum.default(null),
    review: pickSettings.shape.review.default(false),
    notes: pickSettings.shape.notes.default(true),
    deadline: pickSettings.shape.deadline.default(''),
  })
  .refine(
    ({ minimum, maximum }) => minimum === null || maximum === null || minimum <= maximum,
    'The minimum is larger than the maximum.',
  )

const stamp = z.string().regex(STAMP_PATTERN).or(z.literal(''))
/** Choice and note of a visitor for one photo. Each has the stamp of its last change, from the clock of the visitor's device. */
export const pick = z.object({
  image_id: z.uuid(),
  choice: z.enum(CHOICES),
  choice_at: stamp,
  note: text.max(PICK_LIMITS.note),
  note_at: stamp,
})
export type Pick = z.infer<typeof pick>

export const pickList = z.object({
  name: z.string(),
  email: z.string().nullable(),
  sent_at: z.string().nullable().describe('Time at which the list was sent and locked. Null: it can still be changed.'),
  revision: z.number(),
  picks: z.array(pick).describe('Picks that changed after the revision `since` of the request.'),
})
/** The pick list of the calling visitor. */
export const ownPicks = z.object({
  list: pickList.nullable().describe('Null: this browser has no list yet.'),
  now: z.string().describe('Server time.'),
})
export type OwnPicks = z.infer<typeof ownPicks>

const since = z.number().int().min(0).optional().describe('Last revision of the list that the client knows.')
export const picksQuery = z.object({
  since: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
})
/** Name and email address that a visitor enters. Visitors have no account. */
export const visitorContactFields = {
  name: requiredTextSchema('Please enter your name.', PICK_LIMITS.name).refine(
    hasNoControlCharacters,
    'Enter a valid name.',
  ),
  email: z.email('Enter a valid email address.').max(MAX_EMAIL_LENGTH).nullish(),
}
export const namedVisitor = z.object({ name: z.string(), email: z.string().nullable() })
export const picksBody = z.object(visitorContactFields)
export const visitorKeyBody = z.object({ key: z.string().max(100) })
/** Key with which a visitor opens their pick list and comments on another device. The personal link contains it as its fragment. */
export const visitorKey = z.object({
  key: z.string(),
  mail: z.boolean().describe('Whether the personal link can be sent by email.'),
})
export type VisitorKey = z.infer<typeof visitorKey>
export const pickChangesBody = z.object({ since, changes: z.array(pick).min(1).max(PICK_LIMITS.perCall) })
export const sendPicksBody = z.object({ since })

const pickCounts = { picked: z.number(), rejected: z.number(), notes: z.number() }
/** A pick list as the owner of the link sees it. */
export const visitorPickList = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  sent_at: z.string().nullable(),
  created_at: z.string(),
  changed_at: z.string(),
  ...pickCounts,
})
export type VisitorPickList = z.infer<typeof visitorPickList>
/** All pick lists of a link, for the owner. */
export const sharePicks = z.object({
  album_id: z.string(),
  album_title: z.string(),
  settings: pickSettings.nullable().describe('Null: picking is off. Existing picks are retained.'),
  lists: z.array(visitorPickList).max(PICK_LIMITS.lists).describe('Most recently changed first.'),
})
export type SharePicks = z.infer<typeof sharePicks>

export const pickedImage = z.object({
  id: z.string(),
  filename: z.string().describe('Name of the uploaded file.'),
  title: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  thumbnail_url: z.string(),
  placeholder: z.string().nullable(),
  ...pickCounts,
  by: z.array(z.object({ list_id: z.string(), choice: z.enum(CHOICES), note: z.string() })),
})
export type PickedImage = z.infer<typeof pickedImage>
const pickFilter = z.enum(['all', 'picked', 'rejected', 'notes'])
const pickFilterFields = {
  list_id: z
    .string()
    .optional()
    .describe('ID of a pick list. Returns only photos of this visitor. Default: photos of all visitors.'),
  only: pickFilter
    .optional()
    .describe(
      '`picked`: only photos with a pick. `rejected`: only photos with a rejection. `notes`: only photos with a note. `all` (default): photos with any of these.',
    ),
}
export const pickedImagesQuery = z.object({
  ...pickFilterFields,
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  offset: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional(),
})
export const pickedImages = z.object({ images: z.array(pickedImage), total: z.number() })
export type PickedImages = z.infer<typeof pickedImages>

/** Filter of the album page by picks (rule 131). */
export const albumPicksQuery = z.object({
  by: z
    .string()
    .optional()
    .describe(
      '`list_id` of one visitor, or `anybody` for all. Omit it to get only the list of visitors, without image ids.',
    ),
})
export const albumPicks = z.object({
  people: z
    .array(z.object({ list_id: z.string(), share_id: z.string(), name: z.string(), picked: z.number() }))
    .max(PICK_LIMITS.lists)
    .describe('Visitors who picked images of this album, sorted by name.'),
  image_ids: z
    .array(z.string())
    .max(PICK_LIMITS.ofAlbum)
    .describe('Images that the requested visitors picked, in no particular order.'),
})
export type AlbumPicks = z.infer<typeof albumPicks>

/**
 * Export formats of picks. `lightroom`, `capture-one`: file names for the filter of that editor. `csv`: a table. `names`: one file name in
 * each line. `xmp`: sidecar files with a rating.
 */
const PICK_EXPORTS = ['lightroom', 'capture-one', 'csv', 'names', 'xmp'] as const
export type PickExport = (typeof PICK_EXPORTS)[number]
export const pickExportQuery = z.object({ ...pickFilterFields, format: z.enum(PICK_EXPORTS) })
