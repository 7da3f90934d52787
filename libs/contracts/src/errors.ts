import { createCatalog } from './error-catalog.ts'

const indefiniteArticleFor = (word: string) => (/^[AEIOU]/.test(word) ? 'an' : 'a')

const countPhotos = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`)
const visitorLimitMessage = (remaining: number, limit: number): string =>
  remaining > 0
    ? `You may download ${countPhotos(limit)} of this gallery. You have ${remaining} left.`
    : `You have downloaded all ${countPhotos(limit)} that this gallery allows you.`
const galleryLimitMessage = (remaining: number): string =>
  remaining > 0
    ? `Only ${countPhotos(remaining)} more may be downloaded from this gallery.`
    : 'All downloads of this gallery have been used. Please contact the photographer.'

const UPLOAD_LINK_FULL_MESSAGE = {
  guest: 'You have reached the number of photos that one guest can send.',
  link: 'This link has reached its limit of photos. Please contact the person who sent it to you.',
}
/** The catalog of all errors: code (lower case in responses), HTTP status and message. Every error response comes from it (rule 3). */
export const errors = createCatalog({
  INVALID_INPUT: { status: 400, message: (p: { reason: string }) => p.reason },
  WEBHOOK_REFUSED: { status: 400, message: (p: { reason: string }) => `The event was rejected: ${p.reason}.` },
  NO_SESSION: { status: 401, message: 'Please sign in.' },
  TOKEN_REQUIRED: { status: 401, message: 'Missing or invalid token' },
  TOKEN_EXPIRED: { status: 401, message: 'Token expired. Generate a new one.' },
  LOGIN_FAILED: { status: 401, message: 'Invalid email or password' },
  SECOND_STEP_REQUIRED: {
    status: 401,
    message: (_: { challenge: string }) => 'Enter the code of your authenticator app.',
  },
  CODE_WRONG: { status: 401, message: 'This code is not valid.' },
  CHALLENGE_EXPIRED: { status: 401, message: 'This sign-in has expired. Please start again.' },
  PASSKEY_REFUSED: { status: 401, message: 'This passkey was not accepted. Please sign in with your password.' },
  PASSWORD_REQUIRED: { status: 401, message: 'This gallery needs a password.' },
  PAYMENT_FAILED: {
    status: 402,
    message: 'The payment failed. Check your card under Manage Billing and try again.',
  },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  SCOPE_NEEDED: {
    status: 403,
    message: (p: { scope: string }) => `Insufficient permissions. This call needs a token with the scope "${p.scope}".`,
  },
  CROSS_SITE: { status: 403, message: 'This request came from another website. Reload the page and try again.' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Choose a new password first.' },
  ACCOUNT_DELETING: {
    status: 403,
    message: (_: { challenge: string; deletionDueAt: string }) =>
      'This account is scheduled for deletion. You can still cancel the deletion.',
  },
  PLAN_REQUIRED: {
    status: 403,
    message: (p: { feature: string; plan: string; tier: string }) =>
      `${p.feature} requires ${indefiniteArticleFor(p.plan)} ${p.plan} plan or higher. Current plan: ${p.tier}`,
  },
  ALBUM_LIMIT: {
    status: 403,
    message: (p: { plan: string; limit: number }) => `The ${p.plan} plan is limited to ${p.limit} albums.`,
  },
  TEST_MODE_ONLY: { status: 403, message: 'A plan can be changed without a payment only in test mode.' },
  DOWNLOADS_OFF: { status: 403, message: 'Downloads are not enabled for this gallery.' },
  SIZE_NOT_OFFERED: { status: 403, message: 'This gallery does not offer this size.' },
  DOWNLOAD_LIMIT: {
    status: 403,
    message: ({ per, left, limit }: { per: 'visitor' | 'gallery'; left: number; limit: number }) =>
      per === 'visitor' ? visitorLimitMessage(left, limit) : galleryLimitMessage(left),
  },
  CALL_REFUSED: {
    status: 403,
    message: (p: { reason: string }) => `The calling service is not allowed to make this call (${p.reason}).`,
  },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  PHOTO_NOT_FOUND: { status: 404, message: 'No such photo.' },
  EARLIER_NOT_FOUND: { status: 404, message: 'This photo has no earlier version.' },
  ALBUM_NOT_FOUND: { status: 404, message: 'No such album.' },
  SECTION_NOT_FOUND: { status: 404, message: 'No such section.' },
  TAG_NOT_FOUND: { status: 404, message: 'No such tag.' },
  SHARE_NOT_FOUND: { status: 404, message: 'No such share link.' },
  TOKEN_NOT_FOUND: { status: 404, message: 'No such token.' },
  WEBHOOK_NOT_FOUND: { status: 404, message: 'No such webhook.' },
  DELIVERY_NOT_FOUND: { status: 404, message: 'No such delivery.' },
  SESSION_NOT_FOUND: { status: 404, message: 'No such session.' },
  USER_NOT_FOUND: { status: 404, message: 'No such user.' },
  PASSKEY_NOT_FOUND: { status: 404, message: 'No such passkey.' },
  SHARE_UNAVAILABLE: { status: 404, message: 'This gallery link may have expired or been removed.' },
  /**
   * No watermarked rendition of the photo exists, and none can be made, because the owner has no watermark image, the plan does not include
   * watermarks, or the file is damaged (rule 40).
   */
  WATERMARK_UNAVAILABLE: { status: 404, message: 'This photo is not available.' },
  SHARE_GONE: { status: 410, message: 'This gallery link may have expired or been removed.' },
  BRAND_LOGO_NOT_FOUND: { status: 404, message: 'No logo exists. Upload one first.' },
  STUDIO_PAGE_NOT_FOUND: { status: 404, message: 'No page exists at this address.' },
  DOMAIN_NOT_FOUND: { status: 404, message: 'Enter a domain first.' },
  MAIL_LINK_GONE: { status: 410, message: 'This link has already been used or has expired. Please request a new one.' },
  WATERMARK_NOT_FOUND: { status: 404, message: 'No watermark image exists. Upload one first.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: (p: { allow: string }) => `This address does not support this method. It supports ${p.allow}.`,
  },
  FAVORITES_FIXED: { status: 409, message: 'The Favorites album cannot be deleted or changed this way.' },
  TAG_EXISTS: { status: 409, message: 'A tag with this name already exists.' },
  EMAIL_TAKEN: { status: 409, message: 'A user with this email already exists.' },
  MAIL_OFF: { status: 409, message: 'This installation cannot send email. Please contact your administrator.' },
  PICKS_OFF: { status: 403, message: 'Picking photos is not enabled for this gallery.' },
  PICK_LIST_NOT_FOUND: { status: 404, message: 'This list no longer exists.' },
  PICKS_SENT: { status: 409, message: 'This list has already been sent. The photographer can reopen it.' },
  PICKS_INCOMPLETE: { status: 409, message: (p: { reason: string }) => p.reason },
  COMMENTS_OFF: { status: 403, message: 'Comments are not enabled for this gallery.' },
  COMMENT_NOT_FOUND: { status: 404, message: 'This comment no longer exists.' },
  COMMENT_ANSWERED: { status: 409, message: 'This comment has a reply and can no longer be deleted.' },
  COMMENTS_FULL: { status: 409, message: 'This gallery has reached its limit of comments.' },
  FIRST_LOOK_OVER: { status: 409, message: 'This gallery is complete. Reload it to see all photos.' },
  FIRST_LOOK_FULL: {
    status: 409,
    message: 'No more email addresses can be added at the moment. Please try again later.',
  },
  WAITING_NOT_FOUND: { status: 404, message: 'This email address has already been removed.' },
  VISITOR_UNKNOWN: {
    status: 404,
    message: 'This personal link no longer works. Open the gallery and request a new one.',
  },
  PICK_LISTS_FULL: { status: 409, message: 'This gallery has reached its limit of visitors.' },
  PRESET_NOT_FOUND: { status: 404, message: 'No such preset.' },
  PRESET_NAME_TAKEN: { status: 409, message: 'A preset with this name already exists.' },
  PRESETS_FULL: { status: 409, message: 'You have reached the limit of presets. Delete one that you no longer need.' },
  PASSWORD_WANTED: { status: 400, message: 'This preset requires a password. Enter a password for the link.' },
  UPLOAD_LINK_NOT_FOUND: { status: 404, message: 'No such upload link.' },
  UPLOAD_LINKS_FULL: { status: 409, message: 'You have reached the limit of upload links. Delete one first.' },
  UPLOAD_GUESTS_FULL: { status: 409, message: 'This link has reached its limit of guests.' },
  UPLOAD_LINK_FULL: { status: 409, message: (p: { of: 'guest' | 'link' }) => UPLOAD_LINK_FULL_MESSAGE[p.of] },
  GUEST_UNKNOWN: { status: 403, message: 'Please enter your name first.' },
  RECEIVED_NOT_FOUND: { status: 404, message: 'This photo no longer exists.' },
  SLUG_TAKEN: { status: 409, message: 'This readable address is taken. Please choose another one.' },
  PASSKEYS_UNAVAILABLE: { status: 409, message: (p: { reason: string }) => p.reason },
  LAST_SUPER_ADMIN: { status: 409, message: 'This is the last super administrator. At least one is required.' },
  CONFLICT: { status: 409, message: (p: { reason: string }) => p.reason },
  PAYMENT_OVERDUE: { status: 409, message: 'Your last payment failed. Update your card under Manage Billing first.' },
  NO_PAID_SUBSCRIPTION: { status: 409, message: 'There is no paid subscription to change.' },
  UPLOAD_OFFSET: {
    status: 409,
    message: (_: { offset: number }) => 'The upload must continue at another byte: see `offset`.',
  },
  WATERMARK_MISSING: { status: 409, message: 'Upload a watermark image first.' },
  PRECONDITION_FAILED: {
    status: 412,
    message: 'This has changed since you read it. Read it again and repeat your change.',
  },
  FILE_TOO_LARGE: {
    status: 413,
    message: (p: { limit: string }) => `The file is larger than the limit of ${p.limit}.`,
  },
  IMAGE_TOO_LARGE: {
    status: 413,
    message: (p: { limit: string }) => `The image is larger than the limit of ${p.limit}.`,
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large. Send less data at once.' },
  QUOTA_EXCEEDED: { status: 413, message: 'Your storage is full. Delete photos or upgrade your plan.' },
  UNSUPPORTED_FILE: {
    status: 415,
    message: (p: { extension: string }) => `We do not allow .${p.extension} files to be uploaded.`,
  },
  EMPTY_FILE: {
    status: 415,
    message: 'The file is empty. If it is stored in a cloud folder, download it to this device first.',
  },
  IMAGE_UNREADABLE: { status: 415, message: 'The file is damaged or is not a supported image.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The content type or encoding of the request is not supported.',
  },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The requested byte range is outside the file.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: (p: { retryAfter: number }) => `Too many attempts. Try again in ${p.retryAfter} seconds.`,
  },
  RATE_LIMITED: {
    status: 429,
    message: (p: { retryAfter: number }) =>
      `Rate limit exceeded. Use exponential backoff; the next call is possible in ${p.retryAfter} seconds.`,
  },
  INTERNAL: { status: 500, message: 'Something went wrong on the server. Please try again in a moment.' },
  MAINTENANCE: {
    status: 503,
    message: (p: { message: string | null; retryAfter: number }) =>
      p.message ?? 'Daymark is under maintenance. You can view everything, but changes are not possible right now.',
  },
  UNAVAILABLE: { status: 503, message: 'The service is busy. Please try again in a moment.' },
  STILL_WORKING: {
    status: 503,
    message: 'This is taking longer than usual and continues in the background. Check again in a minute.',
  },
  ARCHIVE_PREPARING: {
    status: 503,
    message: (p: { ready: number; total: number }) =>
      `The photos are being prepared: ${p.ready} of ${p.total} are ready.`,
  },
  SUBSCRIPTION_PENDING: { status: 503, message: 'Your plan is still being set up. Please try again in a moment.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'The payment provider is not responding. Please try again in a moment.',
  },
  ENCRYPTION_UNAVAILABLE: {
    status: 503,
    message:
      'This server has no key for encrypted photos, so it cannot store or show them. No photo is lost. Please contact your administrator.',
  },
  STORAGE_FULL: {
    status: 503,
    message: 'The server has no storage space left, and nothing was saved. Please contact your administrator.',
  },
})
