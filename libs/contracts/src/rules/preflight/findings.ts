import type { DownloadSize } from '../limits.ts'
import type { PasswordWeakness } from './password-weakness.ts'

/** Kinds of preflight findings (rules 145 to 147), most serious first. */
export const FINDINGS = [
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
export type FindingKind = (typeof FINDINGS)[number]

/** `problem`: visitors miss something or get too much. `advice`: worth checking. `note`: no action needed. */
export const SEVERITIES = ['problem', 'advice', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Actions that fix a finding. */
export const MENDS = [
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
export type Mend = (typeof MENDS)[number]

export const PREFLIGHT = {
  /** Checked photos of an album. The result mentions when there are more. */
  photos: 40_000,
  /** Photo ids in a finding, for its actions. */
  ids: 1000,
  /** Photos displayed in a finding. */
  shown: 12,
  /** Other links in a finding. */
  links: 100,
} as const

/** Settings of a link that the preflight checks. */
export type CheckedLink = {
  expiresAt: string | null
  allowDownloads: boolean
  downloadSizes: readonly DownloadSize[]
  watermark: boolean
  picks: boolean
  /** Null: no password, a strong one, or unknown. */
  passwordWeakness: PasswordWeakness | null
}
/** Context of a check. */
export type Surroundings = { now: Date; canWatermark: boolean; otherCleanLinks: readonly string[] }

type SettingsFinding = { kind: FindingKind; severity: Severity; count: number; mends: Mend[]; shareIds?: string[] }

/** Whether visitors can download originals without a watermark. */
export const givesOriginals = (link: Pick<CheckedLink, 'allowDownloads' | 'downloadSizes' | 'watermark'>): boolean =>
  link.allowDownloads && !link.watermark && link.downloadSizes.includes('original')

/** Findings from the settings of a link alone. */
export function settingsFindings(link: CheckedLink, around: Surroundings): SettingsFinding[] {
  return [...expiryFindings(link, around.now), ...passwordFindings(link), ...originalFindings(link, around)]
}

function expiryFindings({ expiresAt }: CheckedLink, now: Date): SettingsFinding[] {
  if (expiresAt !== null && new Date(expiresAt) > now) return []
  const [kind, severity] = expiresAt === null ? (['no_expiry', 'advice'] as const) : (['expired', 'problem'] as const)
  return [{ kind, severity, count: 1, mends: ['expire_30', 'expire_90'] }]
}

const passwordFindings = ({ passwordWeakness }: CheckedLink): SettingsFinding[] =>
  passwordWeakness ? [{ kind: 'weak_password', severity: 'problem', count: 1, mends: ['new_password'] }] : []

/** Originals that are downloadable while visitors still pick, or through another link to the same album without a watermark. */
function originalFindings(link: CheckedLink, { canWatermark, otherCleanLinks }: Surroundings): SettingsFinding[] {
  if (link.picks && givesOriginals(link)) {
    const mends: Mend[] = [...(canWatermark ? (['watermark'] as const) : []), 'limit_sizes', 'no_downloads']
    return [{ kind: 'clean_originals', severity: 'advice', count: 1, mends }]
  }
  if (!link.watermark || otherCleanLinks.length === 0) return []
  const mends: Mend[] = canWatermark ? ['watermark_others'] : []
  const [count, shareIds] = [otherCleanLinks.length, otherCleanLinks.slice(0, PREFLIGHT.links)]
  return [{ kind: 'clean_elsewhere', severity: 'advice', count, mends, shareIds }]
}
