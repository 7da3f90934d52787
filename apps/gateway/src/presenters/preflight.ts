import {
  type CheckedLink,
  offersUnmarkedOriginals,
  type http,
  type FindingAction,
  type PhotoFinding,
  type Severity,
} from '@daymark/contracts'
import { variantUrl } from './library.ts'

type FindingDetails = Omit<http.Finding, 'message' | 'images'> & { photos: PhotoFinding['photos']; names: string[] }
type SettingsFindingInput = Pick<http.Finding, 'kind' | 'severity' | 'count' | 'fixes'> & { shareIds?: string[] }

export const toSettingsFinding = ({ shareIds = [], ...finding }: SettingsFindingInput): FindingDetails => ({
  ...finding,
  image_ids: [],
  share_ids: shareIds,
  photos: [],
  names: [],
})

/** Findings that only concern downloads of originals: variants are sRGB and contain no location. */
const ORIGINAL_DOWNLOAD_FINDINGS = new Set<string>(['position', 'color_profile'])

type FindingScope = { isAlbum: boolean; isFavorites: boolean; link: CheckedLink }
/** The available fixes depend on the gallery: a selection cannot change, and removing a photo from Favorites would unlike it. */
export function toPhotoFindings(
  { kind, count, photoIds, photos, names }: PhotoFinding,
  scope: FindingScope,
): FindingDetails[] {
  const canRemove = scope.isAlbum && !scope.isFavorites
  const removalFixes: FindingAction[] = canRemove ? ['remove'] : []
  const sizeFixes: FindingAction[] = offersUnmarkedOriginals(scope.link) ? ['limit_sizes'] : []
  const severitiesAndFixes: Record<PhotoFinding['kind'], [Severity, FindingAction[]]> = {
    failed: ['problem', ['retry', ...removalFixes]],
    position: ['problem', sizeFixes],
    duplicates: ['advice', removalFixes],
    color_profile: ['advice', sizeFixes],
    capture_order: ['advice', canRemove ? ['arrange'] : []],
    processing: ['note', []],
    no_color_profile: ['note', []],
    position_removed: ['note', []],
  }
  if (ORIGINAL_DOWNLOAD_FINDINGS.has(kind) && sizeFixes.length === 0) return []
  const [severity, fixes] = severitiesAndFixes[kind]
  return [{ kind, severity, count, image_ids: photoIds, share_ids: [], fixes, photos, names }]
}

export function presentFinding({ photos, names, ...finding }: FindingDetails): http.Finding {
  const images = photos.map(({ id, filename, originalFilename, isReady }) => ({
    id,
    filename,
    original_filename: originalFilename,
    thumbnail_url: isReady ? variantUrl('sm', filename) : null,
  }))
  return { ...finding, message: formatMessage(finding.kind, finding.count, names), images }
}

type MessageFormat = (count: number, names: string[]) => string
const singularOrPlural =
  (singular: string, plural: (count: number, names: string[]) => string): MessageFormat =>
  (count, names) =>
    count === 1 ? singular : plural(count, names)

/** Describes each finding and its effect on visitors. */
const MESSAGES: Record<http.Finding['kind'], MessageFormat> = {
  empty: () => 'There are no photos in this gallery yet.',
  expired: () => 'The link has expired.',
  failed: singularOrPlural(
    '1 photo could not be processed and is hidden from visitors.',
    count => `${count} photos could not be processed and are hidden from visitors.`,
  ),
  position: singularOrPlural(
    '1 download would contain the location of the photo.',
    count => `${count} downloads would contain the location of the photo.`,
  ),
  weak_password: () => 'The password is easy to guess: it is short, common, or part of the gallery’s texts.',
  clean_originals: () => 'Visitors who are still choosing can download the originals without a watermark.',
  clean_elsewhere: singularOrPlural(
    'Another link to these photos offers the originals without a watermark.',
    count => `${count} other links to these photos offer the originals without a watermark.`,
  ),
  duplicates: singularOrPlural('1 photo is a duplicate.', count => `${count} photos are duplicates.`),
  color_profile: (count, names) =>
    `${count === 1 ? '1 original has' : `${count} originals have`} an unusual color profile (${names.join(', ')}). The gallery shows correct colors; programs that ignore profiles show downloads in wrong colors.`,
  capture_order: singularOrPlural(
    '1 photo is not in capture order.',
    count => `${count} photos are not in capture order.`,
  ),
  no_expiry: () => 'The link never expires.',
  processing: singularOrPlural(
    '1 photo is still being processed and appears when it is ready.',
    count => `${count} photos are still being processed and appear when they are ready.`,
  ),
  no_color_profile: singularOrPlural(
    '1 photo has no color profile and is shown as sRGB.',
    count => `${count} photos have no color profile and are shown as sRGB.`,
  ),
  position_removed: singularOrPlural(
    '1 photo contains its location. Downloads omit it.',
    count => `${count} photos contain their location. Downloads omit it.`,
  ),
}
const formatMessage = (kind: http.Finding['kind'], count: number, names: string[]): string =>
  MESSAGES[kind](count, names)
