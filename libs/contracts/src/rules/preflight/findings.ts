import type { DownloadSize } from '../limits.ts'
import type { PasswordWeakness } from './password-weakness.ts'

/** What is found out about a link before it is sent to somebody (rules 145 to 147), the most serious first. */
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

/** `problem`: visitors miss something, or get what they should not. `advice`: worth a look. `note`: nothing to be done. */
export const SEVERITIES = ['problem', 'advice', 'note'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What one click does about a finding. */
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
  /** Of an album; the check says so when there are more. */
  photos: 40_000,
  /** Named in a finding, for what mends it. */
  ids: 1000,
  /** Shown of a finding. */
  shown: 12,
  /** Other links that are named. */
  links: 100,
} as const

/** What a link will be like, as far as the check looks at it. */
export type CheckedLink = {
  expiresAt: string | null
  allowDownloads: boolean
  downloadSizes: readonly DownloadSize[]
  watermark: boolean
  picks: boolean
  /** null: none, a good one, or one of which nothing is known. */
  passwordWeakness: PasswordWeakness | null
}
/** What else has a say in it. */
export type Surroundings = { now: Date; canWatermark: boolean; otherCleanLinks: readonly string[] }

type SettingsFinding = { kind: FindingKind; severity: Severity; count: number; mends: Mend[]; shareIds?: string[] }

/** Whether visitors may take the files as they were uploaded, without a mark. */
export const givesOriginals = (link: Pick<CheckedLink, 'allowDownloads' | 'downloadSizes' | 'watermark'>): boolean =>
  link.allowDownloads && !link.watermark && link.downloadSizes.includes('original')

/** What the settings of a link alone tell. */
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

/** Photos that are still being chosen from, and those that another link to the same album gives away without their watermark. */
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
