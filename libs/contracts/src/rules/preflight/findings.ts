import type { DownloadSize } from '../limits.ts'
import type { PasswordWeakness } from './password-weakness.ts'

/** Kinds of preflight findings (rules 145 to 147), most serious first. */
export const FINDING_KINDS = [
  'empty',
  'expired',
  'failed',
  'position',
  'weak_password',
  'clean_originals',
  'clean_elsewhere',
  'duplicates',
  'color_profile',
  'capture_order',
  'no_expiry',
  'processing',
  'no_color_profile',
  'position_removed',
] as const
type FindingKind = (typeof FINDING_KINDS)[number]

/**
 * `problem`: visitors cannot see some images, or can see or download more than the owner intends. `advice`: worth checking. `note`: no action
 * is needed.
 */
export const SEVERITIES = ['problem', 'advice', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Actions of the web application that fix the problem of a finding. */
export const FINDING_ACTIONS = [
  'retry',
  'remove',
  'watermark',
  'watermark_others',
  'limit_sizes',
  'no_downloads',
  'expire_30',
  'expire_90',
  'new_password',
  'arrange',
] as const
export type FindingAction = (typeof FINDING_ACTIONS)[number]

export const PREFLIGHT_LIMITS = {
  /** Maximum number of photos that are checked. */
  photos: 40_000,
  /** Maximum number of image ids in a finding. */
  ids: 1000,
  /** Maximum number of images in a finding for which the screen gets thumbnails. */
  shown: 12,
  /** Maximum number of other links in a finding. */
  links: 100,
} as const

/** Settings of a link that the preflight checks. */
export type CheckedLink = {
  expiresAt: string | null
  allowDownloads: boolean
  downloadSizes: readonly DownloadSize[]
  watermark: boolean
  picks: boolean
  /** Why the password is easy to guess. Null: there is no password, or it is strong or unknown. */
  passwordWeakness: PasswordWeakness | null
}
/**
 * Data on which the findings depend in addition to the settings of the link. `otherCleanLinks`: ids of other active links to the same photos
 * that offer originals without a watermark.
 */
type CheckContext = { now: Date; canWatermark: boolean; otherCleanLinks: readonly string[] }

type SettingsFinding = {
  kind: FindingKind
  severity: Severity
  count: number
  fixes: FindingAction[]
  shareIds?: string[]
}

/** Returns whether visitors can download originals without a watermark. */
export const offersUnmarkedOriginals = (
  link: Pick<CheckedLink, 'allowDownloads' | 'downloadSizes' | 'watermark'>,
): boolean => link.allowDownloads && !link.watermark && link.downloadSizes.includes('original')

/** Returns the findings that follow from the settings of a link, without its photos. */
export function findSettingsProblems(link: CheckedLink, context: CheckContext): SettingsFinding[] {
  return [...expiryFindings(link, context.now), ...passwordFindings(link), ...originalFindings(link, context)]
}

function expiryFindings({ expiresAt }: CheckedLink, now: Date): SettingsFinding[] {
  if (expiresAt !== null && new Date(expiresAt) > now) return []
  const [kind, severity] = expiresAt === null ? (['no_expiry', 'advice'] as const) : (['expired', 'problem'] as const)
  return [{ kind, severity, count: 1, fixes: ['expire_30', 'expire_90'] }]
}

const passwordFindings = ({ passwordWeakness }: CheckedLink): SettingsFinding[] =>
  passwordWeakness ? [{ kind: 'weak_password', severity: 'problem', count: 1, fixes: ['new_password'] }] : []

/**
 * Reports that visitors can download originals without a watermark: through this link although they still pick photos, or, if this link has a
 * watermark, through another link.
 */
function originalFindings(link: CheckedLink, { canWatermark, otherCleanLinks }: CheckContext): SettingsFinding[] {
  if (link.picks && offersUnmarkedOriginals(link)) {
    const fixes: FindingAction[] = [...(canWatermark ? (['watermark'] as const) : []), 'limit_sizes', 'no_downloads']
    return [{ kind: 'clean_originals', severity: 'advice', count: 1, fixes }]
  }
  if (!link.watermark || otherCleanLinks.length === 0) return []
  const fixes: FindingAction[] = canWatermark ? ['watermark_others'] : []
  const [count, shareIds] = [otherCleanLinks.length, otherCleanLinks.slice(0, PREFLIGHT_LIMITS.links)]
  return [{ kind: 'clean_elsewhere', severity: 'advice', count, fixes, shareIds }]
}
