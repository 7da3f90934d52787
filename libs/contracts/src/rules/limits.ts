/**
 * Limits and other numbers of the specification, each with its statement or rule. Sizes are bytes and times milliseconds unless a name says
 * otherwise. Decoding processes load this file, so it must have no imports.
 */
export const KB = 1024
export const MB = 1024 * KB
export const GB = 1024 * MB
export const TB = 1024 * GB
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const PHOTOS_PAGE_SIZE = 50 // photos per page of the library (L-PHOTO-10)
export const MAX_PAGE_BUTTONS = 5 // numbered buttons of the page navigation (L-PHOTO-09)
export const MAX_LIST_LIMIT = 1000 // maximum `limit` of lists in /api (L-AD-11, rule 5)
export const PICKER_PAGE_SIZE = 50 // photos per page of the photo picker (L-AD-11)
export const TAG_PREVIEW_FETCH_LIMIT = 12 // photos requested for the preview of a tag (L-TAGP-11)
export const TAG_PREVIEW_TILES = 4 // photos shown in the preview of a tag (L-TAGP-03)
export const FAVORITES_COVER_FETCH_LIMIT = 10 // photos requested for the cover of the favorites album (L-ALB-07)
export const MOBILE_MAX_WIDTH = 768 // CSS pixels (L-NAV-05)
export const SWIPE_MIN_PX = 50 // shortest movement that counts as a swipe (L-VAL-15)
export const TAP_MAX_PX = 10 // longest movement that counts as a tap (L-VAL-15)
export const TAP_MAX_MS = 300 // longest touch that counts as a tap (L-VAL-15)
export const MAX_TOP_PHOTOS = 10 // most viewed photos in the analytics of a link
export const MAX_LISTED_VISITS = 50 // visits in a response of the analytics; the screen shows MAX_RECENT_VISITS of them
export const MAX_RECENT_VISITS = 10 // visits that the analytics screen shows (S-ANAUI-02)
export const VISITOR_ID_PREVIEW_LENGTH = 8 // characters of a visitor id that the analytics show (S-ANAUI-02)
export const ANALYTICS_DAYS = { default: 30, max: 366 } as const // days that the analytics of a link cover
export const COPIED_MESSAGE_MS = 2000 // time for which a message confirms a copied text (S-PANEL-07)
export const UPLOAD_RESET_MS = 2000 // time after which a completed upload list is cleared (L-UPL-11)
export const RESUMABLE_ABOVE_BYTES = 8 * MB // uploads of files above this size can be resumed
/** Hours for which an interrupted upload of an owner or a guest can be continued. */
export const PARTIAL_UPLOAD_LIMITS = { ownerHours: 24, guestHours: 1 } as const
export const MAX_HASHES_PER_CALL = 1000 // hashes of files per search for duplicates
export const PREFETCHED_PHOTOS_BEFORE = 2 // photos before the displayed photo (L-LB-22)
export const PREFETCHED_PHOTOS_AFTER = 3 // photos after the displayed photo (L-LB-22)
export const VERSION_POLL_MS = 5 * 60_000 // interval between checks for a new version (L-UPD-08)
export const AUTO_REFRESH_IDLE_MS = 30_000 // time without user input before an automatic reload (L-UPD-04)
export const DEFAULT_TAG_COLOR = '#3b82f6' // L-TAGP-09

export const BATCH_RENAME_LIMITS = { digits: [2, 3, 4], defaultDigits: 3, previewCount: 5, fallbackStart: 1 } as const // L-VAL-05..07
/** Columns of a gallery, in CSS pixels. */
export const MASONRY_LAYOUT = {
  gap: 8,
  mobileGap: 6,
  minColumn: 320,
  mobileMinColumn: 200,
  maxColumns: 3,
  mobileMaxColumns: 2,
} as const // S-PUB-19
/** Widest column, in CSS pixels, that shows the sm and the md variant. Wider columns show the lg variant. */
export const VARIANT_BY_WIDTH = { sm: 240, md: 480 } as const // S-PUB-20
export const VARIANT_LONG_EDGE = { lg: 2560, md: 1280, sm: 480 } as const // L-MKT-05
/**
 * Returns the long edge of a variant in pixels. For an aspect ratio above 4:1, the variant gets the short edge that it has at 4:1, because
 * tiles show a crop of the photo, which must be sharp. At most 16,000 pixels, because browsers do not reliably display larger images.
 */
export function variantEdge(size: keyof typeof VARIANT_LONG_EDGE, photo: { width: number; height: number }): number {
  const edge = VARIANT_LONG_EDGE[size]
  const ratio = Math.max(photo.width, photo.height) / Math.min(photo.width, photo.height)
  return Math.max(edge, Math.min(16_000, Math.round((edge / 4) * ratio)))
}

/** Preview image of a link for messengers and social networks. */
export const LINK_CARD = { width: 1200, height: 630, maxBytes: 300 * 1000 } as const

export const WATERMARK_LIMITS = {
  maxBytes: 20 * MB,
  maxPixels: 40e6,
  /** The screen recommends at most this size and width, but larger images are accepted (S-WM-11). */
  advisedBytes: MB,
  advisedWidth: 500,
} as const // rule 41
/** Progress bar of a watermark upload: rises by `step` percent every `everyMs` up to `highest` percent until the upload is complete. */
export const UPLOAD_BAR_LIMITS = { step: 10, everyMs: 100, highest: 90, clearAfterMs: 500 } as const // S-WM-08

export const VISIT_GAP_MS = 30 * 60_000 // rule 42: a visit ends after this time without activity
export const MAX_LOGIN_ATTEMPTS = 10 // per account (rule 30)
export const MAX_ATTEMPTS_PER_ADDRESS = 100 // per IP address, over all accounts (rule 30)
/**
 * Number of legitimate users that can share one IP address, for example at a wedding or behind a mobile carrier. It limits actions that each
 * user performs once.
 */
export const MAX_USERS_PER_ADDRESS = 500
export const LOGIN_WINDOW_MS = 15 * 60_000 // rule 30

export const MIN_PASSWORD_LENGTH = 8 // for passwords set by an administrator
export const MIN_CHOSEN_PASSWORD_LENGTH = 10 // for passwords chosen by users
export const MAX_PASSWORD_LENGTH = 200
export const MAX_EMAIL_LENGTH = 254
export const MAX_DISPLAY_NAME_LENGTH = 200
export const MAX_LISTED_SESSIONS = 50
export const DELETION_REMINDER_DAYS = 2 // before the deletion of an account
export const INVITATION_VALID_DAYS = 7
export const ACCOUNT_LINK_VALID_MINUTES = 60 // validity of a single-use link in an email about the account
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
export const LINK_EXPIRY_REMINDER_DAYS = 7 // reminder of the owner, before the expiry of a link
export const VISITOR_REMINDER_DAYS = 3 // reminder of visitors, before the expiry of a link

export const RECOVERY_CODE_COUNT = 10
export const MAX_CODE_LENGTH = 60 // a recovery code with separators
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME_LENGTH = 60
export const MAX_CHALLENGE_LENGTH = 1000 // characters of a sealed challenge

export const MAX_TOKENS = 100 // valid tokens per user
export const MAX_LISTED_TOKENS = 200
export const MAX_TOKEN_NAME_LENGTH = 100

export const MAX_GALLERY_PASSWORD_ATTEMPTS = 1000 // per link, over all IP addresses (rule 37)
/** Maximum number of requests of unknown link names or studio page names from one IP address in 15 minutes. */
export const MAX_UNKNOWN_NAMES_PER_ADDRESS = MAX_USERS_PER_ADDRESS
export const MAX_BRAND_NAME_LENGTH = 80
export const MAX_WEBSITE_LENGTH = 300
export const MAX_LISTED_GALLERIES = 200 // galleries of a studio page (rule 156)
export const MAX_STUDIO_TITLE_LENGTH = 120
export const MAX_STUDIO_TEXT_LENGTH = 1000
export const MAX_STUDIO_PAGE_NAMES = 20 // current and previous names of a studio page per owner
// The next five limits apply to 15 minutes. They protect third-party servers and mailboxes.
export const MAX_DOMAIN_CHECKS = 30 // DNS lookups per owner
export const MAX_WEBHOOK_TESTS = 10 // test deliveries per owner, over all webhooks
export const MAX_WEBHOOK_REDELIVERIES = 100 // requests to redeliver events per owner, over all webhooks
export const MAX_INVITATION_EMAILS = 5 // per invited account
export const MAX_PASSWORD_CHANGES = 10 // per account; each change sends an email
export const MAX_PASSWORD_HINT_LENGTH = 200
export const MAX_SHARE_PREVIEWS = 3 // links shown per album in the list of shared albums (S-OVER-03)
export const TOKEN_PREFIX_LENGTH = 8 // characters of a link token that the list of shared albums shows (S-OVER-03)
export const MAX_PREVIEWED_ALBUMS = 2000 // albums in the list of shared albums whose links are shown

export const MAX_TITLE_LENGTH = 300
export const MAX_CAPTION_LENGTH = 5000
export const MAX_SECTIONS = 50 // per album (rule 114)
export const MAX_SECTION_NAME_LENGTH = 80
export const MAX_CAMERAS = 500 // per album (rule 138)
export const MAX_CLOCK_CORRECTION_MS = 100 * 366 * DAY_MS // 100 years, because a camera whose battery was removed restarts its clock decades ago
export const MAX_DESCRIPTION_LENGTH = 5000
export const MAX_TAG_LABEL_LENGTH = 100
export const MAX_IDS_PER_CALL = 5000
/** Maximum numbers of albums, of tags and of links in one call. Lower than for photos, because restoring an album, tag or link takes longer. */
export const MAX_TRASHED_ITEMS_PER_CALL = 200
export const MAX_FILENAME_LENGTH = 255
export const MAX_SEARCH_LENGTH = 200
export const MAX_FACET_LENGTH = 200 // length of a camera or lens name in filters
export const MAX_FACET_VALUES = 200

/** File extensions that clients offer in file dialogs (L-UPL-14). The server determines the type from the content. */
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
/** Download sizes that are rendered from the large variant when a visitor requests them. */
export const SCALED_SIZES = ['2048', '1080'] as const
export type ScaledSize = (typeof SCALED_SIZES)[number]
export const MAX_SCALED_PHOTOS_PER_CALL = 500
export const MAX_DOWNLOAD_LIMIT = 1_000_000 // highest download limit of a link

/** Limits of presets. `max`: presets per account. `name`: characters of a name. `days`: longest validity of a link (ten years). */
export const PRESET_LIMITS = { max: 30, name: 60, days: 3653 } as const

/** Limits of comments (rule 108). `text`: characters of a comment. The limits ensure that the largest page fits into one bus message. */
export const COMMENT_LIMITS = {
  text: 1000,
  perThread: 50,
  perPhoto: 200,
  perLink: 5000,
  /** Comments that one visitor, and all visitors of a link together, can write in an hour. */
  visitorPerHour: 60,
  linkPerHour: 2500,
  /** Threads on one page of the owner's list. */
  page: 40,
} as const

/** Limits of first looks (rules 128, 129). They ensure that all addresses of a link fit into one bus message. */
export const FIRST_LOOK_LIMITS = {
  /** Characters of the message to visitors. */
  note: 200,
  /** Email addresses per link. */
  addresses: 1000,
  /** Requests of one network for one link in 15 minutes. The limit applies once half of `addresses` exist. */
  perNetwork: 10,
  /** New addresses in 15 minutes, over all galleries of one owner. */
  perOwner: 1000,
} as const

/** Limits of upload links (rules 148 to 155). They ensure that the list of the files of one guest fits into one bus message. */
export const UPLOAD_LINK_LIMITS = {
  /** Number of upload links per album and per account. */
  perAlbum: 20,
  perOwner: 200,
  /** Characters of the name of a guest, and of the heading and the greeting of the upload page. */
  name: 80,
  title: 120,
  greeting: 1000,
  /** Maximum and default of the limits that an owner can set: photos of a link, and photos of each guest. */
  max: 5000,
  maxPerGuest: 1000,
  default: 500,
  defaultPerGuest: 200,
  /** Guests per link. Once half of `guests` exist, only `newPerNetwork` guests can be added from one network in 15 minutes. */
  guests: 1000,
  newPerNetwork: 150,
  /** Files that were sent, including withdrawn ones: per guest and hour, per link and hour, per link in total. */
  guestPerHour: 600,
  linkPerHour: 10_000,
  perLink: 20_000,
  /** Concurrent uploads of one guest in one gateway process. */
  atOnce: 4,
  /** Received files on one page, and files that one call can accept or decline. */
  page: 100,
  perCall: 500,
} as const
