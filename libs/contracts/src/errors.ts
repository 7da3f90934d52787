import { catalogue } from './error-catalogue.ts'

const article = (word: string) => (/^[AEIOU]/.test(word) ? 'an' : 'a')

const photos = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`)
const visitorLimit = (left: number, limit: number): string =>
  left > 0
    ? `You may download ${photos(limit)} of this gallery. You have ${left} left.`
    : `You have downloaded all ${photos(limit)} that you may take from this gallery.`
const galleryLimit = (left: number): string =>
  left > 0
    ? `Only ${photos(left)} more may be downloaded from this gallery.`
    : 'All downloads of this gallery are used up. Please ask the photographer.'

const UPLOAD_FULL = {
  guest: 'You have sent as many photos as this link takes from one person.',
  link: 'There is no more room for photos here. Please tell the person who sent you this link.',
}
/** The catalogue: code (answered in lower case), status, sentence. Nothing else decides a status (rule 3). */
export const errors = catalogue({
  INVALID_INPUT: { status: 400, message: (p: { reason: string }) => p.reason },
  WEBHOOK_REFUSED: { status: 400, message: (p: { reason: string }) => `This event is refused: ${p.reason}.` },
  NO_SESSION: { status: 401, message: 'Please sign in.' },
  TOKEN_REQUIRED: { status: 401, message: 'Missing or invalid token' },
  TOKEN_EXPIRED: { status: 401, message: 'Token expired. Generate a new one.' },
  LOGIN_FAILED: { status: 401, message: 'Invalid email or password' },
  SECOND_STEP_REQUIRED: {
    status: 401,
    message: (_: { challenge: string }) => 'Enter the code of your authenticator app.',
  },
  CODE_WRONG: { status: 401, message: 'This code is not right.' },
  CHALLENGE_EXPIRED: { status: 401, message: 'This took too long. Please start again.' },
  PASSKEY_REFUSED: { status: 401, message: 'This passkey could not be used. Please sign in with your password.' },
  PASSWORD_REQUIRED: { status: 401, message: 'This gallery needs a password.' },
  PAYMENT_FAILED: {
    status: 402,
    message: 'The payment did not go through. Check your card under Manage Billing and try again.',
  },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  SCOPE_NEEDED: {
    status: 403,
    message: (p: { scope: string }) => `Insufficient permissions. This call needs a token with the scope "${p.scope}".`,
  },
  CROSS_SITE: { status: 403, message: 'This request came from another site.' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: 'Choose a new password first.' },
  ACCOUNT_DELETING: {
    status: 403,
    message: (_: { challenge: string; deletionDueAt: string }) =>
      'This account is about to be deleted. It can still be kept.',
  },
  PLAN_REQUIRED: {
    status: 403,
    message: (p: { feature: string; plan: string; tier: string }) =>
      `${p.feature} requires ${article(p.plan)} ${p.plan} plan or higher. Current plan: ${p.tier}`,
  },
  ALBUM_LIMIT: {
    status: 403,
    message: (p: { plan: string; limit: number }) => `The ${p.plan} plan is limited to ${p.limit} albums.`,
  },
  TEST_MODE_ONLY: { status: 403, message: 'Plans can be switched directly only in test mode.' },
  DOWNLOADS_OFF: { status: 403, message: 'Downloads are not enabled for this gallery.' },
  SIZE_NOT_OFFERED: { status: 403, message: 'This gallery does not offer this size.' },
  DOWNLOAD_LIMIT: {
    status: 403,
    message: ({ per, left, limit }: { per: 'visitor' | 'gallery'; left: number; limit: number }) =>
      per === 'visitor' ? visitorLimit(left, limit) : galleryLimit(left),
  },
  CALL_REFUSED: {
    status: 403,
    message: (p: { reason: string }) => `This call does not come from a service that may make it (${p.reason}).`,
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
  /** rule 40: the watermark of this picture was never rendered and cannot be: no watermark image, no plan, a damaged file. */
  WATERMARK_UNAVAILABLE: { status: 404, message: 'This picture is not available.' },
  SHARE_GONE: { status: 410, message: 'This gallery link may have expired or been removed.' },
  BRAND_LOGO_NOT_FOUND: { status: 404, message: 'There is no logo.' },
  STUDIO_PAGE_NOT_FOUND: { status: 404, message: 'There is no page at this address.' },
  DOMAIN_NOT_FOUND: { status: 404, message: 'Enter a domain first.' },
  MAIL_LINK_GONE: { status: 410, message: 'This link was used already or is too old. Please ask for a new one.' },
  WATERMARK_NOT_FOUND: { status: 404, message: 'There is no watermark image.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: (p: { allow: string }) => `This address does not support this method. It supports ${p.allow}.`,
  },
  FAVORITES_FIXED: { status: 409, message: 'The Favorites album cannot be deleted or changed this way.' },
  TAG_EXISTS: { status: 409, message: 'A tag with this name exists already.' },
  EMAIL_TAKEN: { status: 409, message: 'A user with this email exists already.' },
  MAIL_OFF: { status: 409, message: 'No mail can be sent from here. Please ask your administrator.' },
  PICKS_OFF: { status: 403, message: 'Photos cannot be picked in this gallery.' },
  PICK_LIST_NOT_FOUND: { status: 404, message: 'This list is not there any more.' },
  PICKS_SENT: { status: 409, message: 'This list was sent already. The photographer can open it again.' },
  PICKS_INCOMPLETE: { status: 409, message: (p: { reason: string }) => p.reason },
  COMMENTS_OFF: { status: 403, message: 'Nothing can be commented on in this gallery.' },
  COMMENT_NOT_FOUND: { status: 404, message: 'This comment is not there any more.' },
  COMMENT_ANSWERED: { status: 409, message: 'Somebody has answered: this comment stays.' },
  COMMENTS_FULL: { status: 409, message: 'There is no room for more comments here.' },
  FIRST_LOOK_OVER: { status: 409, message: 'This gallery is complete. Load it again to see all photos.' },
  FIRST_LOOK_FULL: { status: 409, message: 'No more addresses can be left here. Please come back later.' },
  WAITING_NOT_FOUND: { status: 404, message: 'This address is not there any more.' },
  VISITOR_UNKNOWN: { status: 404, message: 'This personal link does not work any more.' },
  PICK_LISTS_FULL: { status: 409, message: 'This gallery takes no more names of visitors.' },
  PRESET_NOT_FOUND: { status: 404, message: 'No such preset.' },
  PRESET_NAME_TAKEN: { status: 409, message: 'A preset with this name exists already.' },
  PRESETS_FULL: { status: 409, message: 'There is no room for more presets. Delete one that you do not need.' },
  PASSWORD_WANTED: { status: 400, message: 'This preset asks for a password: send one with the link.' },
  UPLOAD_LINK_NOT_FOUND: { status: 404, message: 'No such upload link.' },
  UPLOAD_LINKS_FULL: { status: 409, message: 'There are too many upload links. Delete one of them first.' },
  UPLOAD_GUESTS_FULL: { status: 409, message: 'This link takes no more guests.' },
  UPLOAD_LINK_FULL: { status: 409, message: (p: { of: 'guest' | 'link' }) => UPLOAD_FULL[p.of] },
  GUEST_UNKNOWN: { status: 403, message: 'Please say your name first.' },
  RECEIVED_NOT_FOUND: { status: 404, message: 'This photo is not there any more.' },
  SLUG_TAKEN: { status: 409, message: 'This readable address is taken. Please choose another one.' },
  PASSKEYS_UNAVAILABLE: { status: 409, message: (p: { reason: string }) => p.reason },
  LAST_SUPER_ADMIN: { status: 409, message: 'Somebody has to administer: this is the last super administrator.' },
  CONFLICT: { status: 409, message: (p: { reason: string }) => p.reason },
  PAYMENT_OVERDUE: { status: 409, message: 'Your last payment failed. Update your card under Manage Billing first.' },
  NO_PAID_SUBSCRIPTION: { status: 409, message: 'There is no paid subscription to change.' },
  UPLOAD_OFFSET: { status: 409, message: (_: { offset: number }) => 'The upload has to go on at another byte.' },
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
    message: (p: { limit: string }) => `The picture is larger than the limit of ${p.limit}.`,
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  QUOTA_EXCEEDED: { status: 413, message: 'Your storage is full. Delete photos or upgrade your plan.' },
  UNSUPPORTED_FILE: {
    status: 415,
    message: (p: { extension: string }) => `We do not allow .${p.extension} files to be uploaded.`,
  },
  EMPTY_FILE: {
    status: 415,
    message: 'The file is empty. If it is kept in a cloud folder, download it to this device first.',
  },
  IMAGE_UNREADABLE: { status: 415, message: 'The file is damaged or of a kind that cannot be used as an image.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The content type or encoding of this request is not supported here.',
  },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The requested range cannot be served.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: (p: { retryAfter: number }) => `Too many attempts. Try again in ${p.retryAfter} seconds.`,
  },
  RATE_LIMITED: {
    status: 429,
    message: (p: { retryAfter: number }) =>
      `Rate limit exceeded. Use exponential backoff; the next call is possible in ${p.retryAfter} seconds.`,
  },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
  MAINTENANCE: {
    status: 503,
    message: (p: { message: string | null; retryAfter: number }) =>
      p.message ??
      'Daymark is being maintained: nothing can be changed for a moment. Everything that is there can be seen.',
  },
  UNAVAILABLE: { status: 503, message: 'The service is busy. Please try again in a moment.' },
  STILL_WORKING: { status: 503, message: 'This takes longer than usual. It goes on: please look again in a minute.' },
  ARCHIVE_PREPARING: {
    status: 503,
    message: (p: { ready: number; total: number }) =>
      `The photos are being prepared: ${p.ready} of ${p.total} are ready.`,
  },
  SUBSCRIPTION_PENDING: { status: 503, message: 'Your plan is still being set up. Please try again in a moment.' },
  PROVIDER_UNAVAILABLE: { status: 503, message: 'The card provider does not answer. Please try again in a moment.' },
  ENCRYPTION_UNAVAILABLE: {
    status: 503,
    message: 'This server has no key for encrypted photos. They can be neither stored nor shown; nothing is lost.',
  },
  STORAGE_FULL: { status: 503, message: 'There is no space left to store files. Nothing was saved.' },
})
