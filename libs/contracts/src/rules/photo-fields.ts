import { z } from 'zod'
import type { FieldEdit } from './field-table.ts'
import { MAX_CAPTION_LENGTH, MAX_TITLE_LENGTH } from './limits.ts'

const rating = z.int().min(0).max(5)

/**
 * The fields of a photo that the photographer can edit. Views, events, presenters, exports, the restore of a backup and the API
 * document derive from this table, in its order (docs/adding.md). Tags are not in this table, because the library stores them in a
 * separate database table.
 *
 * - `names` (field-table.ts):
 *   - `library`: RPC between the services; the same as the key
 *   - `event`: library.photo.updated; webhooks send the field under its name in /v1
 *   - `api`: /api, and library.json of an export
 *   - `v1`: /v1
 *   - `gallery`: the gallery of a link, for visitors
 * - `column`: the property of the library's row that stores the value set by the photographer. A restore copies it from the backup.
 * - `xmp`: the property in the sidecar files of an export; null: the sidecar file does not contain the field.
 */
export const photoFields = {
  title: {
    schema: z.string().describe('Title of the image. Empty: no title.'),
    edit: z.string().trim().max(MAX_TITLE_LENGTH).describe('Title of the image. Empty: no title.'),
    names: { library: 'title', event: 'title', api: 'title', v1: 'title', gallery: 'title' },
    column: 'title',
    xmp: 'dc:title',
  },
  caption: {
    schema: z.string().describe('Caption of the image. Empty: no caption.'),
    edit: z.string().max(MAX_CAPTION_LENGTH).describe('Caption of the image. Empty: no caption.'),
    names: { library: 'caption', event: 'caption', api: 'caption', v1: 'description', gallery: 'caption' },
    column: 'caption',
    xmp: 'dc:description',
  },
  isFavorite: {
    schema: z.boolean().describe('Whether the image is a favorite of the owner.'),
    edit: z.boolean().describe('Whether the image is a favorite of the owner.'),
    names: { library: 'isFavorite', event: null, api: 'is_favorite', v1: 'favorite', gallery: null },
    column: 'isFavorite',
    xmp: null,
  },
  rating: {
    schema: rating
      .optional()
      .describe(
        'Rating in stars, 0 to 5. 0: no rating. Until the owner sets a rating, this is the rating stored in the file.',
      ),
    edit: rating.describe('Rating in stars, 0 to 5. 0: no rating.'),
    names: { library: 'rating', event: 'rating', api: 'rating', v1: 'rating', gallery: null },
    column: 'ownRating',
    xmp: 'xmp:Rating',
  },
} as const

export type PhotoEdit = FieldEdit<typeof photoFields>

/** The order of a list of photos. */
export const photoSort = z.enum(['created_at', 'taken_at', 'title', 'filename', 'rating'])

/**
 * Filters by these fields in lists of photos. The key is the name of the filter in the services, `query` the query parameter of
 * /api/images. `text` validates the parameter, `read` converts it, `value` is the schema of the result.
 */
const photoFieldFilters = {
  isFavorite: {
    query: 'is_favorite',
    text: z.enum(['true', 'false', '1', '0']),
    value: z.boolean(),
    read: (text: string) => text === 'true' || text === '1',
  },
  ratingMin: { query: 'rating_min', text: z.enum(['0', '1', '2', '3', '4', '5']), value: rating, read: Number },
} as const

type Filters = typeof photoFieldFilters
type PhotoFilter = keyof Filters
const filterNames = Object.keys(photoFieldFilters) as PhotoFilter[]

export const photoFilterShape = Object.fromEntries(
  filterNames.map(name => [name, photoFieldFilters[name].value.optional()]),
) as { [F in PhotoFilter]: z.ZodOptional<Filters[F]['value']> }

export const photoQueryShape = Object.fromEntries(
  filterNames.map(name => [photoFieldFilters[name].query, photoFieldFilters[name].text.optional()]),
) as { [F in PhotoFilter as Filters[F]['query']]: z.ZodOptional<Filters[F]['text']> }

export function readPhotoFilters(query: z.infer<z.ZodObject<typeof photoQueryShape>>) {
  const values = filterNames.map(name => {
    const text = query[photoFieldFilters[name].query]
    return [name, text === undefined ? undefined : photoFieldFilters[name].read(text)]
  })
  return Object.fromEntries(values) as { [F in PhotoFilter]?: z.infer<Filters[F]['value']> | undefined }
}

const text = z.string().optional()
const number = z.number().optional()

/**
 * Metadata of the file of a photo. A field is absent if the file does not contain it. The key is the name in the services, `api` the
 * name in `exif_data` of /api; null: `exif_data` does not contain the field.
 */
export const exifFields = {
  make: { api: 'make', schema: text },
  model: { api: 'model', schema: text },
  lens: { api: 'lens', schema: text },
  software: { api: 'software', schema: text },
  exposureTime: { api: 'exposure_time', schema: text.describe('As displayed, such as 1/250.') },
  aperture: { api: 'aperture', schema: number.describe('F-number.') },
  iso: { api: 'iso', schema: number },
  focalLength: { api: 'focal_length', schema: number.describe('Millimeters.') },
  focalLength35mm: { api: 'focal_length_35mm', schema: number.describe('Millimeters.') },
  flash: { api: 'flash', schema: text },
  whiteBalance: { api: 'white_balance', schema: text },
  exposureMode: { api: 'exposure_mode', schema: text },
  dateTaken: {
    api: 'date_taken',
    schema: text.describe('Local time of the camera, ISO 8601. Includes an offset only if the file contains one.'),
  },
  width: { api: 'width', schema: number },
  height: { api: 'height', schema: number },
  gps: {
    api: 'gps',
    schema: z.object({ latitude: z.number(), longitude: z.number(), altitude: z.number().optional() }).optional(),
  },
  artist: { api: 'artist', schema: text },
  copyright: { api: 'copyright', schema: text },
  rating: { api: null, schema: rating.optional().describe('Stars in XMP or EXIF. Not shown in the EXIF panel.') },
  colorProfile: {
    api: null,
    schema: text.describe('Color profile from media.photo.processed.v1. Not shown in the EXIF panel.'),
  },
} as const

type ExifField = keyof typeof exifFields
const exifNames = Object.keys(exifFields) as ExifField[]

export const exif = z.object(
  Object.fromEntries(exifNames.map(name => [name, exifFields[name].schema])) as {
    [F in ExifField]: (typeof exifFields)[F]['schema']
  },
)
export type Exif = z.infer<typeof exif>

type ExifShape = {
  [F in ExifField as Extract<(typeof exifFields)[F]['api'], string>]: (typeof exifFields)[F]['schema']
}
const apiExifNames = exifNames.filter(name => exifFields[name].api !== null)
export const exifShape = Object.fromEntries(
  apiExifNames.map(name => [exifFields[name].api, exifFields[name].schema]),
) as unknown as ExifShape

/** Converts the metadata of a photo to `exif_data` of /api. */
export const presentExif = (data: Exif) =>
  Object.fromEntries(apiExifNames.map(name => [exifFields[name].api, data[name]])) as z.infer<z.ZodObject<ExifShape>>
