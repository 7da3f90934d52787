import { z } from 'zod'
import type { errors } from '../errors.ts'
import * as http from '../http/index.ts'
import { route } from './route.ts'

/** Errors of visitors' calls that concern a first look, a gallery to which more photos will be added. */
const FIRST_LOOK_ERRORS: (keyof typeof errors)[] = [
  'FIRST_LOOK_OVER',
  'PASSWORD_REQUIRED',
  'SHARE_GONE',
  'SHARE_UNAVAILABLE',
]

/** Returns the first look of a gallery to visitors (rules 128, 129). */
export const getGalleryFirstLook = route('GET', '/api/shares/public/:token/first-look', {
  auth: 'share',
  answer: http.galleryFirstLook,
  errors: FIRST_LOOK_ERRORS,
})
/** Adds an email address, which receives one email when the gallery is complete. The response does not reveal whether the address is new. */
export const subscribeToCompletion = route('POST', '/api/shares/public/:token/first-look', {
  auth: 'share',
  body: http.completionSubscriptionBody,
  answer: http.success,
  errors: [...FIRST_LOOK_ERRORS, 'FIRST_LOOK_FULL', 'MAIL_OFF', 'TOO_MANY_REQUESTS'],
})

/** Returns the first look of a link to its owner. */
export const getShareFirstLook = route('GET', '/api/shares/:id/first-look', {
  answer: http.shareFirstLook,
  errors: ['SHARE_NOT_FOUND'],
})
export const removeSubscriber = route('DELETE', '/api/shares/:id/first-look/:waiting', {
  audited: true,
  answer: http.success,
  errors: ['SHARE_NOT_FOUND', 'WAITING_NOT_FOUND'],
})
/** Ends the first look and notifies its subscribers. Repeating the call has no effect. */
export const completeShare = route('POST', '/api/shares/:id/complete', {
  audited: true,
  answer: http.completedShare,
  errors: ['CONFLICT', 'SHARE_NOT_FOUND'],
})

/** Returns problems of a link that the owner should know before sending the link (rule 145). */
export const checkShare = route('GET', '/api/shares/:id/preflight', {
  answer: http.preflight,
  errors: ['SHARE_NOT_FOUND'],
})
/** As `checkShare`, for settings that are not saved yet. Does not save them. */
export const checkNewShare = route('POST', '/api/shares/preflight', {
  duringMaintenance: true,
  body: http.preflightBody,
  answer: http.preflight,
  errors: ['ALBUM_NOT_FOUND', 'SHARE_NOT_FOUND'],
})

/** Returns the presets of the caller (rule 142). */
export const listPresets = route('GET', '/api/presets', { answer: http.presets })
export const createPreset = route('POST', '/api/presets', {
  body: http.presetBody,
  answer: http.preset,
  status: 201,
  location: ({ answer: { id } }) => `/api/presets/${id}`,
  errors: ['PRESET_NAME_TAKEN', 'PRESETS_FULL'],
})
export const getPreset = route('GET', '/api/presets/:id', { answer: http.preset, errors: ['PRESET_NOT_FOUND'] })
export const updatePreset = route('PATCH', '/api/presets/:id', {
  body: http.presetPatch,
  answer: http.preset,
  errors: ['PRESET_NAME_TAKEN', 'PRESET_NOT_FOUND'],
})
export const deletePreset = route('DELETE', '/api/presets/:id', { answer: http.success, errors: ['PRESET_NOT_FOUND'] })

export const listShares = route('GET', '/api/shares', { query: http.sharesQuery, answer: z.array(http.share) })
/** Returns all albums of the caller with their links (S-OVER). */
export const getSharesOverview = route('GET', '/api/shares/overview', { answer: http.sharesOverview })
export const createShare = route('POST', '/api/shares', {
  audited: true,
  body: http.shareBody,
  answer: http.share,
  status: 201,
  location: ({ answer: { id } }) => `/api/shares/${id}`,
  errors: ['ALBUM_NOT_FOUND', 'PHOTO_NOT_FOUND', 'PLAN_REQUIRED', 'SLUG_TAKEN', 'WATERMARK_MISSING'],
})
/** Returns a selection: photos that are shared without an album. It exists only while a link shares it. */
export const getSelection = route('GET', '/api/shares/selections/:id', {
  answer: http.selection,
  errors: ['ALBUM_NOT_FOUND'],
})
export const getShare = route('GET', '/api/shares/:id', { answer: http.share, errors: ['SHARE_NOT_FOUND'] })
/** Updates the settings of a link. Omitted fields do not change (rule 36). */
export const updateShare = route('PATCH', '/api/shares/:id', {
  body: http.sharePatch,
  answer: http.share,
  errors: ['SHARE_NOT_FOUND', 'PLAN_REQUIRED', 'SLUG_TAKEN', 'WATERMARK_MISSING'],
})
export const revokeShare = route('POST', '/api/shares/:id/revoke', {
  audited: true,
  answer: http.changedShare,
  errors: ['SHARE_NOT_FOUND'],
})
export const reinstateShare = route('POST', '/api/shares/:id/reinstate', {
  audited: true,
  answer: http.changedShare,
  errors: ['SHARE_NOT_FOUND'],
})
export const deleteShare = route('DELETE', '/api/shares/:id', {
  audited: true,
  answer: http.success,
  errors: ['SHARE_NOT_FOUND'],
})
/** Returns the analytics of a link (S-TRK-03, rule 14). */
export const getShareAnalytics = route('GET', '/api/shares/:id/analytics', {
  query: http.shareAnalyticsQuery,
  answer: http.shareAnalytics,
  errors: ['PLAN_REQUIRED', 'SHARE_NOT_FOUND'],
})

const DOWNLOAD_ERRORS: (keyof typeof errors)[] = [
  'ARCHIVE_PREPARING',
  'DOWNLOADS_OFF',
  'DOWNLOAD_LIMIT',
  'PASSWORD_REQUIRED',
  'PHOTO_NOT_FOUND',
  'SHARE_GONE',
  'SHARE_UNAVAILABLE',
  'SIZE_NOT_OFFERED',
  'UNAVAILABLE',
  'WATERMARK_UNAVAILABLE',
]

/** Returns the gallery to visitors (S-SHARE-10, rules 33, 38). */
export const getGallery = route('GET', '/api/shares/public/:token', {
  auth: 'share',
  answer: http.publicShare,
  errors: ['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
})
/** Checks the password. The response sets an HttpOnly cookie, which opens the gallery, its images and the ZIP (rule 37). */
export const unlockGallery = route('POST', '/api/shares/public/:token/unlock', {
  duringMaintenance: true,
  auth: 'share',
  body: http.unlockBody,
  answer: http.success,
  errors: ['PASSWORD_REQUIRED', 'SHARE_GONE', 'SHARE_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
})
/** Returns the gallery as one ZIP (S-SHARE-14). */
export const downloadGallery = route('GET', '/api/shares/public/:token/download', {
  auth: 'share',
  query: http.archiveQuery,
  answer: 'bytes',
  errors: [...DOWNLOAD_ERRORS, 'CONFLICT', 'RANGE_NOT_SATISFIABLE'],
})
/** Returns how many photos this visitor may still download. */
export const getDownloads = route('GET', '/api/shares/public/:token/downloads', {
  auth: 'share',
  answer: http.publicDownloads,
  errors: DOWNLOAD_ERRORS,
})
/** Prepares a ZIP of some or all photos in one size: renders missing files for a short time and returns the progress. Counts no download. */
export const prepareDownload = route('POST', '/api/shares/public/:token/downloads', {
  duringMaintenance: true,
  auth: 'share',
  body: http.prepareDownloadBody,
  bodyLimit: 256 * 1024,
  answer: http.preparedDownload,
  errors: DOWNLOAD_ERRORS,
})
/** Records an action of a visitor. Browsers send it with sendBeacon, so any content type is accepted (rule 42). */
export const trackVisit = route('POST', '/api/shares/track', {
  duringMaintenance: true,
  auth: 'share',
  accepts: 'anything',
  body: http.trackBody,
  answer: 'empty',
})
/** Returns the preview image of a link, 1200 x 630 pixels. `v` differs for each image, so that caches do not show an outdated image. */
export const getLinkCard = route('GET', '/media/share/card.jpg', {
  auth: 'share',
  query: http.cardQuery,
  answer: 'bytes',
  errors: [
    'PASSWORD_REQUIRED',
    'PHOTO_NOT_FOUND',
    'RANGE_NOT_SATISFIABLE',
    'SHARE_GONE',
    'SHARE_UNAVAILABLE',
    'WATERMARK_UNAVAILABLE',
  ],
})
/** Returns a photo of the gallery of the link `token` (L-MEDIA-05..09). The sizes 2048 and 1080 are available only for downloads. */
export const getSharedPhoto = route('GET', '/media/share/:size/:file', {
  auth: 'share',
  query: http.sharedPhotoQuery,
  answer: 'bytes',
  errors: [...DOWNLOAD_ERRORS, 'RANGE_NOT_SATISFIABLE'],
})
