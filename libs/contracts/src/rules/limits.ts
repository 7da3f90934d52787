/** Every number of the specification's sections 9, named once, with its statement. Sizes in bytes, times in ms unless the name says so. */
export const KB = 1024
export const MB = 1024 * KB
export const GB = 1024 * MB
export const TB = 1024 * GB

export const PHOTOS_PAGE_SIZE = 50 // L-PHOTO-10
export const MAX_PAGE_BUTTONS = 5 // L-PHOTO-09
export const LIBRARY_FETCH_LIMIT = 1000 // L-AD-11; also the ceiling of any /api limit (rule 5)
export const PICKER_PAGE_SIZE = 50 // L-AD-11
export const TAG_PREVIEW_FETCH = 12 // L-TAGP-11
export const TAG_PREVIEW_TILES = 4 // L-TAGP-03
export const FAVORITES_COVER_FETCH = 10 // L-ALB-07
export const MOBILE_MAX_WIDTH = 768 // L-NAV-05
export const SWIPE_MIN_PX = 50 // L-VAL-15
export const TAP_MAX_PX = 10 // L-VAL-15
export const TAP_MAX_MS = 300 // L-VAL-15
export const ANALYTICS_TOP_PHOTOS = 10
export const ANALYTICS_VISITS = 50 // of them a screen shows RECENT_VISITS
export const RECENT_VISITS = 10 // S-ANAUI-02
export const VISITOR_ID_SHOWN = 8 // S-ANAUI-02
export const ANALYTICS_DAYS = { usual: 30, most: 366 } as const
export const COPIED_MS = 2000 // S-PANEL-07
export const UPLOAD_RESET_MS = 2000 // L-UPL-11
export const RESUMABLE_ABOVE = 8 * MB // a broken upload of a larger file goes on where it stopped
/** Hours for which an interrupted upload can be continued. */
export const PARTIAL_UPLOADS = { ownerHours: 24, guestHours: 1 } as const
export const MAX_HASHES_PER_CALL = 1000
export const PREFETCH_BEFORE = 2 // L-LB-22
export const PREFETCH_AFTER = 3 // L-LB-22
export const VERSION_POLL_MS = 5 * 60_000 // L-UPD-08
export const AUTO_REFRESH_IDLE_MS = 30_000 // L-UPD-04
export const DEFAULT_TAG_COLOR = '#3b82f6' // L-TAGP-09

export const BATCH_RENAME = { digits: [2, 3, 4], defaultDigits: 3, previewCount: 5, fallbackStart: 1 } as const // L-VAL-05..07
export const MASONRY = {
  gap: 8,
  mobileGap: 6,
  minColumn: 320,
  mobileMinColumn: 200,
  maxColumns: 3,
  mobileMaxColumns: 2,
} as const // S-PUB-19
export const VARIANT_BY_WIDTH = { sm: 240, md: 480 } as const // S-PUB-20
export const VARIANT_LONG_EDGE = { lg: 2560, md: 1280, sm: 480 } as const // L-MKT-05
/**
 * The long edge of a variant. Of pictures longer than 4:1 the short one keeps what it has at 4:1, as a tile shows a part of them and
 * has to be sharp; 16,000 pixels are the most that browsers show reliably.
 */
export function variantEdge(size: keyof typeof VARIANT_LONG_EDGE, photo: { width: number; height: number }): number {
  const edge = VARIANT_LONG_EDGE[size]
  const ratio = Math.max(photo.width, photo.height) / Math.min(photo.width, photo.height)
  return Math.max(edge, Math.min(16_000, Math.round((edge / 4) * ratio)))
}

export const WATERMARK = {
  maxBytes: 20 * MB,
  maxPixels: 40e6,
  /** Advice on the page, not enforced (S-WM-11). */
  advisedBytes: MB,
  advisedWidth: 500,
} as const // rule 41
export const UPLOAD_BAR = { step: 10, everyMs: 100, highest: 90, clearAfterMs: 500 } as const // S-WM-08

export const VISIT_GAP_MS = 30 * 60_000 // rule 42: after so long without activity the next visit begins
export const LOGIN_ATTEMPTS = 10 // rule 30, per account
export const ADDRESS_ATTEMPTS = 100 // rule 30, per address over all accounts
/** Honest people who may share one address (a wedding, an office, a mobile carrier). What each does once is allowed this often per address. */
export const PEOPLE_PER_ADDRESS = 500
export const LOGIN_WINDOW_MS = 15 * 60_000 // rule 30

export const MIN_PASSWORD = 8 // what an account may be made with
export const MIN_CHOSEN_PASSWORD = 10 // what a person may change it to
export const MAX_PASSWORD = 200
export const MAX_EMAIL = 254
export const MAX_DISPLAY_NAME = 200
export const SESSIONS_SHOWN = 50
export const DELETION_REMINDER_DAYS = 2 // so long before an account is deleted its owner is reminded
export const INVITATION_DAYS = 7 // for how long an invitation can be accepted
export const LINK_MINUTES = 60 // for how long a link that was sent by mail works, once
/** What a person may choose not to get by mail; what concerns the account itself always comes. */
export const MAIL_TOPICS = [
  'new_sign_in',
  'gallery_feedback',
  'gallery_activity',
  'link_expiry',
  'visitor_reminders',
] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]
/** Come only to who turns them on (rule 124). */
export const OPT_IN_MAIL_TOPICS: readonly MailTopic[] = ['gallery_activity', 'visitor_reminders']
export const LINK_EXPIRY_DAYS = 7 // so long before a link ends its owner is reminded
export const VISITOR_REMINDER_DAYS = 3 // and its visitors

export const RECOVERY_CODES = 10
export const MAX_CODE = 60 // a recovery code with all that people put between its letters
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60
export const MAX_SEALED = 1000 // characters of what a server hands out to be brought back

export const MAX_TOKENS = 100 // that work, per user
export const TOKENS_SHOWN = 200
export const MAX_TOKEN_NAME = 100

export const GALLERY_ATTEMPTS = 1000 // rule 37, per link from all addresses together
export const UNKNOWN_NAMES = PEOPLE_PER_ADDRESS // per address in 15 minutes
export const MAX_BRAND_NAME = 80
export const MAX_WEBSITE = 300
export const MAX_LISTED = 200 // galleries of a studio page (rule 156)
export const MAX_STUDIO_TITLE = 120
export const MAX_STUDIO_TEXT = 1000
export const MAX_STUDIO_NAMES = 20 // that one owner may ever have for the page
/** What makes the product contact somebody else's server or mailbox at the press of a button, in 15 minutes. */
export const DOMAIN_CHECKS = 30 // look-ups of a domain, per owner
export const WEBHOOK_TESTS = 10 // test deliveries, per owner over all webhooks
export const WEBHOOK_REDELIVERIES = 100 // calls that redeliver, per owner over all webhooks
export const INVITATIONS = 5 // to one account
export const PASSWORD_CHANGES = 10 // of one account, each of which sends a mail
export const MAX_PASSWORD_HINT = 200
export const SHARE_PREVIEWS = 3 // S-OVER-03
export const TOKEN_START = 8 // S-OVER-03
export const MAX_PREVIEWED_ALBUMS = 2000

export const MAX_TITLE = 300
export const MAX_CAPTION = 5000
export const MAX_SECTIONS = 50 // of an album (rule 114)
export const MAX_SECTION_NAME = 80
export const MAX_CAMERAS = 500 // of an album (rule 138)
export const MAX_CLOCK_MS = 100 * 366 * 86_400_000 // cameras whose battery was out begin anew decades ago
export const MAX_DESCRIPTION = 5000
export const MAX_TAG_LABEL = 100
export const MAX_IDS_PER_CALL = 5000
/** Albums, tags and links, each: one by one they are more work than photos. */
export const MAX_TRASHED_PER_CALL = 200
export const MAX_FILENAME = 255
export const MAX_SEARCH = 200
export const MAX_FACET = 200 // the length of a camera's or lens's name in filters
export const FACET_VALUES = 200

/** Extensions a client offers and a server expects (L-UPL-14); the server looks at the bytes all the same. */
export const IMAGE_EXTENSIONS = [
  'jpg',
  'jpeg',
  'png',
  'gif',
  'bmp',
  'webp',
  'cr2',
  'cr3',
  'nef',
  'arw',
  'dng',
  'raf',
  'orf',
  'rw2',
  'srw',
  'x3f',
  'raw',
  'heic',
  'heif',
  'avif',
  'tiff',
  'tif',
] as const
export const VARIANT_SIZES = ['sm', 'md', 'lg'] as const
export type VariantSize = (typeof VARIANT_SIZES)[number]

/** What a link may offer to download: the file that was uploaded, or a JPEG of so many pixels along its long edge. */
export const DOWNLOAD_SIZES = ['original', '2048', '1080'] as const
export type DownloadSize = (typeof DOWNLOAD_SIZES)[number]
/** Those that are made on demand from the large variant. */
export const SCALED_SIZES = ['2048', '1080'] as const
export type ScaledSize = (typeof SCALED_SIZES)[number]
export const MAX_SCALED_PER_CALL = 500
export const MAX_DOWNLOAD_LIMIT = 1_000_000 // photos a link may give away when its owner limits it
