/** Numbers of the specification with their statements. Sizes are bytes and times milliseconds unless the name has another unit. */
export const KB = 1024
export const MB = 1024 * KB
export const GB = 1024 * MB
export const TB = 1024 * GB

export const PHOTOS_PAGE_SIZE = 50 // L-PHOTO-10
export const MAX_PAGE_BUTTONS = 5 // L-PHOTO-09
export const LIBRARY_FETCH_LIMIT = 1000 // L-AD-11; also the ceiling of any /api limit (rule 5)
export const PICKER_PAGE_SIZE = 50 // L-AD-11
export const TAG_PREVIEW_FETCH_LIMIT = 12 // L-TAGP-11
export const TAG_PREVIEW_TILES = 4 // L-TAGP-03
export const FAVORITES_COVER_FETCH_LIMIT = 10 // L-ALB-07
export const MOBILE_MAX_WIDTH = 768 // L-NAV-05
export const SWIPE_MIN_PX = 50 // L-VAL-15
export const TAP_MAX_PX = 10 // L-VAL-15
export const TAP_MAX_MS = 300 // L-VAL-15
export const ANALYTICS_TOP_PHOTOS = 10
export const ANALYTICS_VISITS = 50 // the screen shows RECENT_VISITS of them
export const RECENT_VISITS = 10 // S-ANAUI-02
export const VISITOR_ID_SHOWN = 8 // S-ANAUI-02
export const ANALYTICS_DAYS = { default: 30, max: 366 } as const
export const COPIED_MESSAGE_MS = 2000 // S-PANEL-07
export const UPLOAD_RESET_MS = 2000 // L-UPL-11
export const RESUMABLE_ABOVE_BYTES = 8 * MB // uploads of larger files can be resumed
/** Hours for which an interrupted upload can be continued. */
export const PARTIAL_UPLOAD_LIMITS = { ownerHours: 24, guestHours: 1 } as const
export const MAX_HASHES_PER_CALL = 1000
export const PREFETCHED_PHOTOS_BEFORE = 2 // L-LB-22
export const PREFETCHED_PHOTOS_AFTER = 3 // L-LB-22
export const VERSION_POLL_MS = 5 * 60_000 // L-UPD-08
export const AUTO_REFRESH_IDLE_MS = 30_000 // L-UPD-04
export const DEFAULT_TAG_COLOR = '#3b82f6' // L-TAGP-09

export const BATCH_RENAME_LIMITS = { digits: [2, 3, 4], defaultDigits: 3, previewCount: 5, fallbackStart: 1 } as const // L-VAL-05..07
export const MASONRY_LAYOUT = {
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
 * Long edge of a variant. Beyond an aspect ratio of 4:1 the short edge stays as at 4:1, because tiles show a crop that must be sharp.
 * Browsers display at most 16,000 pixels reliably.
 */
export function variantEdge(size: keyof typeof VARIANT_LONG_EDGE, photo: { width: number; height: number }): number {
  const edge = VARIANT_LONG_EDGE[size]
  const ratio = Math.max(photo.width, photo.height) / Math.min(photo.width, photo.height)
  return Math.max(edge, Math.min(16_000, Math.round((edge / 4) * ratio)))
}

export const WATERMARK_LIMITS = {
  maxBytes: 20 * MB,
  maxPixels: 40e6,
  /** The screen recommends this size, but larger images are accepted (S-WM-11). */
  advisedBytes: MB,
  advisedWidth: 500,
} as const // rule 41
export const UPLOAD_BAR_LIMITS = { step: 10, everyMs: 100, highest: 90, clearAfterMs: 500 } as const // S-WM-08

export const VISIT_GAP_MS = 30 * 60_000 // rule 42: a visit ends after this time without activity
export const MAX_LOGIN_ATTEMPTS = 10 // rule 30, per account
export const MAX_ATTEMPTS_PER_ADDRESS = 100 // rule 30, per address over all accounts
/** Legitimate users behind one IP address (a wedding, an office, a mobile carrier). Limit for actions that each user does once. */
export const MAX_USERS_PER_ADDRESS = 500
export const LOGIN_WINDOW_MS = 15 * 60_000 // rule 30

export const MIN_PASSWORD_LENGTH = 8 // for passwords set by an administrator
export const MIN_CHOSEN_PASSWORD_LENGTH = 10 // for passwords chosen by users
export const MAX_PASSWORD_LENGTH = 200
export const MAX_EMAIL_LENGTH = 254
export const MAX_DISPLAY_NAME_LENGTH = 200
export const MAX_LISTED_SESSIONS = 50
export const DELETION_REMINDER_DAYS = 2 // days between the reminder and the deletion of an account
export const INVITATION_VALID_DAYS = 7 // validity of an invitation
export const ACCOUNT_LINK_VALID_MINUTES = 60 // validity of a single-use link in an email
/** Email topics that users can turn off. Emails about the account itself are always sent. */
export const MAIL_TOPICS = [
  'new_sign_in',
  'gallery_feedback',
  'gallery_activity',
  'link_expiry',
  'visitor_reminders',
] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]
/** Topics that are off by default (rule 124). */
export const OPT_IN_MAIL_TOPICS: readonly MailTopic[] = ['gallery_activity', 'visitor_reminders']
export const LINK_EXPIRY_REMINDER_DAYS = 7 // days between the reminder of the owner and the expiry of a link
export const VISITOR_REMINDER_DAYS = 3 // the same for visitors

export const RECOVERY_CODE_COUNT = 10
export const MAX_CODE_LENGTH = 60 // a recovery code with separators
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME_LENGTH = 60
export const MAX_CHALLENGE_LENGTH = 1000 // characters of a sealed challenge

export const MAX_TOKENS = 100 // valid tokens per user
export const MAX_LISTED_TOKENS = 200
export const MAX_TOKEN_NAME_LENGTH = 100

export const MAX_GALLERY_PASSWORD_ATTEMPTS = 1000 // rule 37, per link over all addresses
export const MAX_UNKNOWN_NAMES_PER_ADDRESS = MAX_USERS_PER_ADDRESS // per address in 15 minutes
export const MAX_BRAND_NAME_LENGTH = 80
export const MAX_WEBSITE_LENGTH = 300
export const MAX_LISTED_GALLERIES = 200 // galleries of a studio page (rule 156)
export const MAX_STUDIO_TITLE_LENGTH = 120
export const MAX_STUDIO_TEXT_LENGTH = 1000
export const MAX_STUDIO_PAGE_NAMES = 20 // current and previous names of a studio page per owner
/** Limits per 15 minutes for actions that contact a third-party server or mailbox. */
export const MAX_DOMAIN_CHECKS = 30 // domain lookups per owner
export const MAX_WEBHOOK_TESTS = 10 // test deliveries, per owner over all webhooks
export const MAX_WEBHOOK_REDELIVERIES = 100 // calls that redeliver, per owner over all webhooks
export const MAX_INVITATION_EMAILS = 5 // per invited account
export const MAX_PASSWORD_CHANGES = 10 // per account, because each sends an email
export const MAX_PASSWORD_HINT_LENGTH = 200
export const MAX_SHARE_PREVIEWS = 3 // S-OVER-03
export const TOKEN_PREFIX_LENGTH = 8 // S-OVER-03
export const MAX_PREVIEWED_ALBUMS = 2000

export const MAX_TITLE_LENGTH = 300
export const MAX_CAPTION_LENGTH = 5000
export const MAX_SECTIONS = 50 // of an album (rule 114)
export const MAX_SECTION_NAME_LENGTH = 80
export const MAX_CAMERAS = 500 // of an album (rule 138)
export const MAX_CLOCK_CORRECTION_MS = 100 * 366 * 86_400_000 // cameras reset their clock by decades when the battery was removed
export const MAX_DESCRIPTION_LENGTH = 5000
export const MAX_TAG_LABEL_LENGTH = 100
export const MAX_IDS_PER_CALL = 5000
/** Albums, tags and links per call. Each costs more than a photo. */
export const MAX_TRASHED_ITEMS_PER_CALL = 200
export const MAX_FILENAME_LENGTH = 255
export const MAX_SEARCH_LENGTH = 200
export const MAX_FACET_LENGTH = 200 // length of a camera or lens name in filters
export const MAX_FACET_VALUES = 200

/** File extensions offered by clients (L-UPL-14). The server detects the type by content. */
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

/** Download sizes of a link: the uploaded file, or a JPEG with this long edge in pixels. */
export const DOWNLOAD_SIZES = ['original', '2048', '1080'] as const
export type DownloadSize = (typeof DOWNLOAD_SIZES)[number]
/** Sizes rendered on request from the large variant. */
export const SCALED_SIZES = ['2048', '1080'] as const
export type ScaledSize = (typeof SCALED_SIZES)[number]
export const MAX_SCALED_PHOTOS_PER_CALL = 500
export const MAX_DOWNLOAD_LIMIT = 1_000_000 // highest download limit of a link

/** Limits of presets: presets per account, characters of a name, longest validity in days (ten years). */
export const PRESET_LIMITS = { max: 30, name: 60, days: 3653 } as const

/** rule 108: limits of comments. The largest page fits into one bus message. */
export const COMMENT_LIMITS = {
  text: 1000,
  perThread: 50,
  perPhoto: 200,
  perLink: 5000,
  /** Comments per visitor and per link. */
  visitorPerHour: 60,
  linkPerHour: 2500,
  /** Threads on a page for the owner. */
  page: 40,
} as const

/** rules 128 and 129: limits of first looks. All addresses of a link fit into one bus message. */
export const FIRST_LOOK_LIMITS = {
  note: 200,
  addresses: 1000,
  /** Addresses per network and link in 15 minutes, once half of the addresses are used. Includes known addresses. */
  perNetwork: 10,
  /** Addresses for all galleries of one owner in 15 minutes. */
  perOwner: 1000,
} as const

/** rules 148 to 155: limits of upload links. The list of one guest fits into one bus message. */
export const UPLOAD_LINK_LIMITS = {
  /** Links per album and per account. */
  perAlbum: 20,
  perOwner: 200,
  name: 80,
  title: 120,
  greeting: 1000,
  /** Highest and default limits of photos, per link and per guest. */
  max: 5000,
  maxPerGuest: 1000,
  default: 500,
  defaultPerGuest: 200,
  /** Guests per link. Once half of them exist, one network can add `newPerNetwork` in 15 minutes. */
  guests: 1000,
  newPerNetwork: 150,
  /** Sent files, including withdrawn ones. */
  guestPerHour: 600,
  linkPerHour: 10_000,
  perLink: 20_000,
  /** Concurrent uploads of one guest per process. */
  atOnce: 4,
  /** Received files per page, and per decision. */
  page: 100,
  perCall: 500,
} as const
