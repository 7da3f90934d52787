import { z } from 'zod'
import { isoTime, text } from '../bus/define.ts'
import { theme } from '../http/library/albums.ts'
import { commentSettings, commentSettingsBody } from '../http/visitors/comments.ts'
import { firstLookBody, firstLookSettings } from '../http/visitors/first-look.ts'
import { pickSettings, pickSettingsBody } from '../http/visitors/picks.ts'
import type { FieldEdit, FieldValues } from './field-table.ts'
import { DOWNLOAD_SIZES, MAX_DOWNLOAD_LIMIT, MAX_PASSWORD_HINT_LENGTH } from './limits.ts'
import { MAX_SLUG_LENGTH } from './slug.ts'

export const downloadSize = z.enum(DOWNLOAD_SIZES)
const downloadLimit = z.int().min(1).max(MAX_DOWNLOAD_LIMIT).nullable()

/**
 * The settings of a share link. Requests, views, presets, presenters, exports and the API document derive from this table
 * (docs/adding.md).
 *
 * - `names` (field-table.ts):
 *   - `api`: /api; every field has a name there
 *   - `v1`: /v1
 *   - `preset`: settings that a preset stores
 *   - `gallery`: the gallery, for visitors (rule 38)
 * - `default`: the value of a new link (S-SHARE-05).
 */
export const linkFields = {
  slug: {
    schema: z
      .string()
      .nullable()
      .describe('Readable part of the address /share/{slug}. Null: only the token opens the gallery.'),
    edit: z
      .string()
      .max(MAX_SLUG_LENGTH)
      .nullable()
      .describe('Readable part of the address /share/{slug}. Empty or null: only the token opens the gallery.'),
    names: { api: 'slug', v1: null, preset: null, gallery: null },
    default: null,
  },
  expiresAt: {
    schema: isoTime.nullable().describe('Time at which the link stops working. Null: never.'),
    edit: z
      .string()
      .nullable()
      .describe(
        'Time at which the link stops working: a date (YYYY-MM-DD) or an ISO 8601 date and time. Empty or null: never.',
      ),
    // A preset stores the number of days until the expiry instead (`expires_after_days`).
    names: { api: 'expires_at', v1: 'expires_at', preset: null, gallery: 'expires_at' },
    default: null,
  },
  allowDownloads: {
    schema: z.boolean().describe('Whether visitors may download images.'),
    names: { api: 'allow_downloads', v1: 'allow_download', preset: 'allow_downloads', gallery: 'allow_downloads' },
    default: true,
  },
  watermark: {
    schema: z.boolean().describe('Whether visitors see images with the watermark of the owner.'),
    names: { api: 'watermark', v1: 'watermark', preset: 'watermark', gallery: 'watermark' },
    default: false,
  },
  theme: {
    schema: theme
      .nullable()
      .describe(
        "Color scheme of the gallery. `auto`: the color scheme of the visitor's device. Null: the color scheme in `theme_override`.",
      ),
    names: { api: 'theme', v1: null, preset: 'theme', gallery: 'theme' },
    default: 'auto',
  },
  themeOverride: {
    schema: theme
      .nullable()
      .describe('Color scheme of the gallery if `theme` is null. Null: the color scheme of the album.'),
    names: { api: 'theme_override', v1: null, preset: 'theme_override', gallery: 'theme_override' },
    default: null,
  },
  showTitles: {
    schema: z.boolean().describe('Whether the gallery shows the titles of images.'),
    names: { api: 'show_titles', v1: null, preset: 'show_titles', gallery: 'show_titles' },
    default: true,
  },
  showName: {
    schema: z.boolean().describe("Whether the gallery shows the photographer's name."),
    names: { api: 'show_name', v1: null, preset: 'show_name', gallery: null },
    default: true,
  },
  allowIndexing: {
    schema: z.boolean().describe('Whether search engines may index the gallery.'),
    names: { api: 'allow_indexing', v1: null, preset: 'allow_indexing', gallery: null },
    default: false,
  },
  downloadSizes: {
    schema: z
      .array(downloadSize)
      .min(1)
      .max(DOWNLOAD_SIZES.length)
      .describe('Sizes that visitors can choose from, if downloads are allowed.'),
    names: { api: 'download_sizes', v1: null, preset: 'download_sizes', gallery: 'download_sizes' },
    default: ['original'],
  },
  downloadLimit: {
    schema: downloadLimit.describe(
      'Maximum number of images that all visitors together may download. Null: unlimited.',
    ),
    names: { api: 'download_limit', v1: null, preset: 'download_limit', gallery: null },
    default: null,
  },
  visitorLimit: {
    schema: downloadLimit.describe('Maximum number of images that each visitor may download. Null: unlimited.'),
    names: { api: 'visitor_download_limit', v1: null, preset: 'visitor_download_limit', gallery: null },
    default: null,
  },
  passwordHint: {
    schema: z.string().nullable().describe('Hint that the gallery shows to every visitor who must enter the password.'),
    edit: text
      .max(MAX_PASSWORD_HINT_LENGTH)
      .nullable()
      .describe('Hint that the gallery shows to every visitor who must enter the password.'),
    names: { api: 'password_hint', v1: null, preset: null, gallery: null },
    default: null,
  },
  picks: {
    schema: pickSettings.nullable().describe("Settings for visitors' picks. Null: visitors cannot pick images."),
    edit: pickSettingsBody
      .nullable()
      .describe('Settings for picks. Null: visitors cannot pick images; existing picks are retained.'),
    names: { api: 'picks', v1: null, preset: 'picks', gallery: 'picks' },
    default: null,
  },
  comments: {
    schema: commentSettings.nullable().describe('Settings for comments. Null: visitors cannot comment.'),
    edit: commentSettingsBody
      .nullable()
      .describe('Settings for comments. Null: visitors cannot comment; existing comments are retained.'),
    names: { api: 'comments', v1: null, preset: 'comments', gallery: 'comments' },
    default: null,
  },
  firstLook: {
    schema: firstLookSettings
      .nullable()
      .describe(
        'First look: the gallery announces to visitors that the owner will add more images. Null: the gallery announces nothing.',
      ),
    edit: firstLookBody
      .nullable()
      .describe(
        'First look: the gallery announces to visitors that the owner will add more images. Null: removes the announcement without notifying visitors.',
      ),
    // A first look announces the later photos of one gallery, so a preset does not store it.
    names: { api: 'first_look', v1: 'first_look', preset: null, gallery: 'first_look' },
    default: null,
  },
  listed: {
    schema: z
      .boolean()
      .describe('Whether the studio page lists the link. A link that is added to the page becomes the first on it.'),
    // A preset must not make links public: the photographer lists each link separately.
    names: { api: 'listed', v1: null, preset: null, gallery: null },
    default: false,
  },
} as const

export type LinkFields = FieldValues<typeof linkFields>
export type LinkEdit = FieldEdit<typeof linkFields>

/** The password of a link in a request. It is not in `linkFields`, because no response contains it. */
export const linkPassword = z
  .string()
  .max(200)
  .nullish()
  .describe('Password that visitors must enter. Responses never contain it. Empty or null: no password.')
