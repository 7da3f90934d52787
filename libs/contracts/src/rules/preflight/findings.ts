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
export type FindingKind = (typeof FINDING_KINDS)[number]

/** `problem`: visitors miss something or get too much. `advice`: worth checking. `note`: no action needed. */
export const SEVERITIES = ['problem', 'advice', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Actions that fix a finding. */
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
  /** Maximum number of checked photos. The result says if the album has more. */
  photos: 40_000,
  /** Maximum number of photo ids in a finding. */
  ids: 1000,
  /** Maximum number of photos that a finding displays. */
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
  /** Null if there is no password, or it is strong or unknown. */
  passwordWeakness: PasswordWeakness | null
}
/** Values that a check depends on, in addition to the settings. */
export type CheckContext = { now: Date; canWatermark: boolean; otherCleanLinks: readonly string[] }

type SettingsFinding = {
  kind: FindingKind
  severity: Severity
  count: number
  mends: FindingAction[]
  shareIds?: string[]
}

/** Whether visitors can download originals without a watermark. */
export const offersCleanOriginals = (
  link: Pick<CheckedLink, 'allowDownloads' | 'downloadSizes' | 'watermark'>,
): boolean => link.allowDownloads && !link.watermark && link.downloadSizes.includes('original')

/** Findings from the settings of a link alone. */
export function findSettingsProblems(link: CheckedLink, around: CheckContext): SettingsFinding[] {
  return [...expiryFindings(link, around.now), ...passwordFindings(link), ...originalFindings(link, around)]
}

function expiryFindings({ expiresAt }: CheckedLink, now: Date): SettingsFinding[] {
  if (expiresAt !== null && new Date(expiresAt) > now) return []
  const [kind, severity] = expiresAt === null ? (['no_expiry', 'advice'] as const) : (['expired', 'problem'] as const)
  return [{ kind, severity, count: 1, mends: ['expire_30', 'expire_90'] }]
}

const passwordFindings = ({ passwordWeakness }: CheckedLink): SettingsFinding[] =>
  passwordWeakness ? [{ kind: 'weak_password', severity: 'problem', count: 1, mends: ['new_password'] }] : []

/** Reports originals that visitors can download while they still pick, or through another link without a watermark. */
function originalFindings(link: CheckedLink, { canWatermark, otherCleanLinks }: CheckContext): SettingsFinding[] {
  if (link.picks && offersCleanOriginals(link)) {
    const mends: FindingAction[] = [...(canWatermark ? (['watermark'] as const) : []), 'limit_sizes', 'no_downloads']
    return [{ kind: 'clean_originals', severity: 'advice', count: 1, mends }]
  }
  if (!link.watermark || otherCleanLinks.length === 0) return []
  const mends: FindingAction[] = canWatermark ? ['watermark_others'] : []
  const [count, shareIds] = [otherCleanLinks.length, otherCleanLinks.slice(0, PREFLIGHT_LIMITS.links)]
  return [{ kind: 'clean_elsewhere', severity: 'advice', count, mends, shareIds }]
}
