import type { http } from '@daymark/contracts'

/** The request for a link as the form makes it. An omitted password is unchanged; null removes it. */
export type ShareChoice = ReturnType<typeof choiceOf>

/** The form values are texts: an empty date means never, an empty password means none (or the existing one). */
export type ShareDraft = {
  expiresOn: string
  allowDownloads: boolean
  showTitles: boolean
  showName: boolean
  allowIndexing: boolean
  theme: http.Theme
  /** Not part of the form; undefined: unchanged. */
  themeOverride: http.Theme | null | undefined
  downloadSizes: http.Share['download_sizes']
  /** Typed numbers; empty: no limit. */
  downloadLimit: string
  visitorLimit: string
  /** null: the album has one. */
  title: string | null
  /** Undefined: unchanged. After a downgrade, the other settings of such a link can still be changed. */
  watermark: boolean | undefined
  password: string
  removePassword: boolean
  passwordHint: string
  slug: string
  /** null: visitors cannot pick. */
  picks: PicksDraft | null
  /** null: visitors cannot comment. */
  comments: http.CommentSettings | null
  /** null: no more photos are announced. */
  firstLook: FirstLookDraft | null
  /** Listed on the studio page. Undefined: unchanged. */
  listed: boolean | undefined
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The local day of an ISO time, as a date field expects it. */
export function localDay(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

const downloadsOf = (share: Partial<http.Share>) => ({
  downloadSizes: share.download_sizes ?? (['original'] as http.Share['download_sizes']),
  downloadLimit: String(share.download_limit ?? ''),
  visitorLimit: String(share.visitor_download_limit ?? ''),
})
const shownOf = (share: Partial<http.Share>) => ({
  showTitles: share.show_titles ?? true,
  showName: share.show_name ?? true,
  allowIndexing: share.allow_indexing ?? false,
  theme: share.theme ?? ('auto' as const),
})

/** S-PANEL-09: the defaults of a new link, or the values of an existing one. */
export function draftOf(share: Partial<http.Share> = {}): ShareDraft {
  const { expires_at, password_hint, slug } = share
  return {
    expiresOn: expires_at ? localDay(expires_at) : '',
    allowDownloads: share.allow_downloads ?? true,
    ...shownOf(share),
    ...downloadsOf(share),
    title: null,
    themeOverride: undefined,
    watermark: undefined,
    password: '',
    removePassword: false,
    passwordHint: password_hint ?? '',
    slug: slug ?? '',
    picks: picksDraft(share.picks),
    comments: share.comments ?? null,
    firstLook: firstLookDraft(share.first_look),
    listed: undefined,
  }
}

export function choiceOf(draft: ShareDraft) {
  const { title, themeOverride, watermark, removePassword, listed } = draft
  const password = removePassword ? null : draft.password || undefined
  return {
    expires_at: draft.expiresOn || null,
    allow_downloads: draft.allowDownloads,
    show_titles: draft.showTitles,
    show_name: draft.showName,
    allow_indexing: draft.allowIndexing,
    theme: draft.theme,
    ...chosenDownloads(draft),
    ...(title === null ? {} : { title }),
    ...definedOnly({ theme_override: themeOverride, watermark, password, listed }),
    password_hint: draft.passwordHint || null,
    slug: draft.slug || null,
    picks: chosenPicks(draft.picks),
    comments: draft.comments,
    first_look: chosenFirstLook(draft.firstLook),
  }
}

/** Omitted fields are unchanged. */
const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const chosenDownloads = ({ downloadSizes, downloadLimit, visitorLimit }: ShareDraft) => ({
  download_sizes: downloadSizes,
  download_limit: Number(downloadLimit) || null,
  visitor_download_limit: Number(visitorLimit) || null,
})

/** An unrevoked link past its expiry is not active either. */
export function shareState({
  revoked,
  active,
}: Pick<http.Share, 'revoked' | 'active'>): 'Active' | 'Revoked' | 'Expired' {
  if (revoked) return 'Revoked'
  return active ? 'Active' : 'Expired'
}

/** The form values of the pick settings; an empty number: no limit. */
export type PicksDraft = { minimum: string; maximum: string; review: boolean; notes: boolean; deadline: string }

export const NEW_PICKS: PicksDraft = { minimum: '', maximum: '', review: false, notes: true, deadline: '' }

const picksDraft = (picks: http.PickSettings | null | undefined): PicksDraft | null =>
  picks ? { ...picks, minimum: String(picks.minimum ?? ''), maximum: String(picks.maximum ?? '') } : null

const chosenPicks = (draft: PicksDraft | null): http.PickSettings | null =>
  draft && {
    ...draft,
    minimum: Number(draft.minimum) || null,
    maximum: Number(draft.maximum) || null,
    deadline: draft.deadline.trim(),
  }

/** The form values of the first-look settings; an empty day: no date is announced. */
export type FirstLookDraft = { expected: string; note: string }

export const NEW_FIRST_LOOK: FirstLookDraft = { expected: '', note: '' }

const firstLookDraft = (settings: http.FirstLookSettings | null | undefined): FirstLookDraft | null =>
  settings ? { ...settings, expected: settings.expected ?? '' } : null

const chosenFirstLook = (draft: FirstLookDraft | null): http.FirstLookSettings | null =>
  draft && { expected: draft.expected || null, note: draft.note.trim() }
