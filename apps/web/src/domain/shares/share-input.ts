import type { http } from '@daymark/contracts'

/** The body of the request that creates or updates a link. Password: omitted means unchanged, null removes it. */
export type ShareInput = ReturnType<typeof toShareInput>

/** The values of the link form. An empty date means never. An empty password leaves the existing password unchanged. */
export type ShareDraft = {
  expiresOn: string
  allowDownloads: boolean
  showTitles: boolean
  showName: boolean
  allowIndexing: boolean
  theme: http.Theme
  /** Set by presets only, because the form has no field for it. Undefined: unchanged. */
  themeOverride: http.Theme | null | undefined
  downloadSizes: http.Share['download_sizes']
  /** The numbers of photos that all visitors, and one visitor, may download, as text. Empty: no limit. */
  downloadLimit: string
  visitorDownloadLimit: string
  /** Title of a new selection of photos. Null for an album, whose title is used. */
  title: string | null
  /**
   * Undefined: unchanged, because after a downgrade the server would reject the value although only other settings
   * changed.
   */
  watermark: boolean | undefined
  password: string
  removePassword: boolean
  passwordHint: string
  slug: string
  /** Null: visitors cannot pick photos. */
  picks: PicksDraft | null
  /** Null: visitors cannot comment. */
  comments: http.CommentSettings | null
  /** Null: the gallery announces no further photos. */
  firstLook: FirstLookDraft | null
  /** Whether the studio page lists the link. Undefined: unchanged. */
  listed: boolean | undefined
}

const padTwoDigits = (number: number) => String(number).padStart(2, '0')

/** Converts an ISO time to the local day in the format of date fields. */
export function toLocalDay(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`
}

const downloadFieldsOf = (share: Partial<http.Share>) => ({
  downloadSizes: share.download_sizes ?? (['original'] as http.Share['download_sizes']),
  downloadLimit: String(share.download_limit ?? ''),
  visitorDownloadLimit: String(share.visitor_download_limit ?? ''),
})
const displayFieldsOf = (share: Partial<http.Share>) => ({
  showTitles: share.show_titles ?? true,
  showName: share.show_name ?? true,
  allowIndexing: share.allow_indexing ?? false,
  theme: share.theme ?? ('auto' as const),
})

/** S-PANEL-09: returns the form values of a new or existing link. */
export function toShareDraft(share: Partial<http.Share> = {}): ShareDraft {
  const { expires_at, password_hint, slug } = share
  return {
    expiresOn: expires_at ? toLocalDay(expires_at) : '',
    allowDownloads: share.allow_downloads ?? true,
    ...displayFieldsOf(share),
    ...downloadFieldsOf(share),
    title: null,
    themeOverride: undefined,
    watermark: undefined,
    password: '',
    removePassword: false,
    passwordHint: password_hint ?? '',
    slug: slug ?? '',
    picks: toPicksDraft(share.picks),
    comments: share.comments ?? null,
    firstLook: toFirstLookDraft(share.first_look),
    listed: undefined,
  }
}

export function toShareInput(draft: ShareDraft) {
  const { title, themeOverride, watermark, removePassword, listed } = draft
  const password = removePassword ? null : draft.password || undefined
  return {
    expires_at: draft.expiresOn || null,
    allow_downloads: draft.allowDownloads,
    show_titles: draft.showTitles,
    show_name: draft.showName,
    allow_indexing: draft.allowIndexing,
    theme: draft.theme,
    ...toDownloadSettings(draft),
    ...(title === null ? {} : { title }),
    ...omitUndefined({ theme_override: themeOverride, watermark, password, listed }),
    password_hint: draft.passwordHint || null,
    slug: draft.slug || null,
    picks: toPickSettings(draft.picks),
    comments: draft.comments,
    first_look: toFirstLookSettings(draft.firstLook),
  }
}

/** Removes fields that are undefined, because the server does not change omitted fields. */
const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const toDownloadSettings = ({ downloadSizes, downloadLimit, visitorDownloadLimit }: ShareDraft) => ({
  download_sizes: downloadSizes,
  download_limit: Number(downloadLimit) || null,
  visitor_download_limit: Number(visitorDownloadLimit) || null,
})

/** Returns the state of a link: revoked, expired or active. */
export function shareState({
  revoked,
  active,
}: Pick<http.Share, 'revoked' | 'active'>): 'Active' | 'Revoked' | 'Expired' {
  if (revoked) return 'Revoked'
  return active ? 'Active' : 'Expired'
}

/** The form values of the pick settings. An empty number means no limit. */
export type PicksDraft = { minimum: string; maximum: string; review: boolean; notes: boolean; deadline: string }

export const DEFAULT_PICKS_DRAFT: PicksDraft = { minimum: '', maximum: '', review: false, notes: true, deadline: '' }

const toPicksDraft = (picks: http.PickSettings | null | undefined): PicksDraft | null =>
  picks ? { ...picks, minimum: String(picks.minimum ?? ''), maximum: String(picks.maximum ?? '') } : null

const toPickSettings = (draft: PicksDraft | null): http.PickSettings | null =>
  draft && {
    ...draft,
    minimum: Number(draft.minimum) || null,
    maximum: Number(draft.maximum) || null,
    deadline: draft.deadline.trim(),
  }

/** The form values of the first-look settings. An empty day means that the gallery announces no date. */
export type FirstLookDraft = { expected: string; note: string }

export const EMPTY_FIRST_LOOK_DRAFT: FirstLookDraft = { expected: '', note: '' }

const toFirstLookDraft = (settings: http.FirstLookSettings | null | undefined): FirstLookDraft | null =>
  settings ? { ...settings, expected: settings.expected ?? '' } : null

const toFirstLookSettings = (draft: FirstLookDraft | null): http.FirstLookSettings | null =>
  draft && { expected: draft.expected || null, note: draft.note.trim() }
