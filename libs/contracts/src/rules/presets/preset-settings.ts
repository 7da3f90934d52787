/**
 * Every setting of a link, inside, and the name outside under which a preset keeps it; null: it is of one link alone. The types of
 * sharing.presets.ts refuse to compile, and a test fails, as long as a setting is missing here.
 */
export const PRESET_SETTINGS = {
  allowDownloads: 'allow_downloads',
  watermark: 'watermark',
  theme: 'theme',
  themeOverride: 'theme_override',
  showTitles: 'show_titles',
  showName: 'show_name',
  allowIndexing: 'allow_indexing',
  downloadSizes: 'download_sizes',
  downloadLimit: 'download_limit',
  visitorLimit: 'visitor_download_limit',
  picks: 'picks',
  comments: 'comments',
  // a day of its own: a preset has days after the link is made
  expiresAt: null,
  // never kept: a preset only asks for one
  password: null,
  passwordHint: null,
  slug: null,
  // of one delivery
  firstLook: null,
  // made public one by one
  listed: null,
} as const

type Table = typeof PRESET_SETTINGS
export type InternalField = { [K in keyof Table]: Table[K] extends string ? K : never }[keyof Table]
export type PublicField = NonNullable<Table[keyof Table]>

/** Both names of each setting that a preset keeps. */
export const PRESET_FIELDS = Object.entries(PRESET_SETTINGS).filter(([, outside]) => outside !== null) as [
  InternalField,
  PublicField,
][]

export const PRESETS = {
  /** Of one account. */
  most: 30,
  name: 60,
  /** Ten years. */
  days: 3653,
} as const
