/**
 * Internal names of all link settings with the public name under which a preset stores them. Null: not part of presets. If a setting is
 * missing, bus/sharing/presets.ts does not compile and a test fails.
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
  // an absolute day; presets have a number of days instead
  expiresAt: null,
  // never stored; a preset only requires one
  password: null,
  passwordHint: null,
  slug: null,
  // belongs to one delivery
  firstLook: null,
  // chosen for each link
  listed: null,
} as const

type Table = typeof PRESET_SETTINGS
export type InternalField = { [K in keyof Table]: Table[K] extends string ? K : never }[keyof Table]
export type PublicField = NonNullable<Table[keyof Table]>

/** Internal and public name of each setting in a preset. */
export const PRESET_FIELDS = Object.entries(PRESET_SETTINGS).filter(([, outside]) => outside !== null) as [
  InternalField,
  PublicField,
][]

export const PRESETS = {
  /** Presets per account. */
  max: 30,
  name: 60,
  /** Longest validity in days: ten years. */
  days: 3653,
} as const
