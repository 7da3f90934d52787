import type { http } from '@daymark/contracts'

/** What the owner chooses for a link. A password that is left out stays as it is; null removes it. */
export type ShareChoice = {
  expires_at: string | null
  allow_downloads: boolean
  show_titles: boolean
  show_name: boolean
  allow_indexing: boolean
  theme: http.Theme
  watermark?: boolean
  password?: string | null
  password_hint: string | null
  slug: string | null
}

/** The form speaks in texts: an empty date means never, an empty password means none (or the old one). */
export type ShareDraft = {
  expiresOn: string
  allowDownloads: boolean
  showTitles: boolean
  showName: boolean
  allowIndexing: boolean
  theme: http.Theme
  /** Undefined: as it is. Where the plan is lost everything else of a link that has it can still be changed. */
  watermark: boolean | undefined
  password: string
  removePassword: boolean
  passwordHint: string
  slug: string
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The local day of an ISO time, as a date field wants it. */
export function localDay(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** S-PANEL-09 */
const NEW = {
  ...{ expires_at: null, allow_downloads: true, show_titles: true, show_name: true, allow_indexing: false },
  ...{ theme: null, password_hint: null, slug: null },
} satisfies Partial<http.Share>

/** The defaults of a new link, or what an existing one has. */
export function draftOf(share?: http.Share): ShareDraft {
  const { expires_at, theme, password_hint, slug, ...flags } = share ?? NEW
  return {
    expiresOn: expires_at ? localDay(expires_at) : '',
    allowDownloads: flags.allow_downloads,
    showTitles: flags.show_titles,
    showName: flags.show_name,
    allowIndexing: flags.allow_indexing,
    theme: theme ?? 'auto',
    watermark: undefined,
    password: '',
    removePassword: false,
    passwordHint: password_hint ?? '',
    slug: slug ?? '',
  }
}

export function choiceOf({
  expiresOn,
  allowDownloads,
  showTitles,
  showName,
  allowIndexing,
  theme,
  watermark,
  password,
  removePassword,
  passwordHint,
  slug,
}: ShareDraft): ShareChoice {
  const newPassword = removePassword ? null : password || undefined
  return {
    expires_at: expiresOn || null,
    allow_downloads: allowDownloads,
    show_titles: showTitles,
    show_name: showName,
    allow_indexing: allowIndexing,
    theme,
    ...(watermark === undefined ? {} : { watermark }),
    ...(newPassword === undefined ? {} : { password: newPassword }),
    password_hint: passwordHint || null,
    slug: slug || null,
  }
}

/** An unrevoked link past its expiry is not active either. */
export function shareState({
  revoked,
  active,
}: Pick<http.Share, 'revoked' | 'active'>): 'Active' | 'Revoked' | 'Expired' {
  if (revoked) return 'Revoked'
  return active ? 'Active' : 'Expired'
}
