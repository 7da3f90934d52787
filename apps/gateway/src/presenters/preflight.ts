import {
  type CheckedLink,
  givesOriginals,
  type http,
  type Mend,
  type PhotoFinding,
  type Severity,
} from '@daymark/contracts'
import { variantUrl } from './photo.ts'

type Found = Omit<http.Finding, 'message' | 'images'> & { photos: PhotoFinding['photos']; names: string[] }
type Settings = Pick<http.Finding, 'kind' | 'severity' | 'count' | 'mends'> & { shareIds?: string[] }

export const settingsFinding = ({ shareIds = [], ...finding }: Settings): Found => ({
  ...finding,
  ...{ image_ids: [], share_ids: shareIds, photos: [], names: [] },
})

/** Of files as they were uploaded: the gallery's own pictures are sRGB and bear no position. */
const ORIGINALS_ONLY = new Set<string>(['position', 'color_profile'])

type Place = { isAlbum: boolean; isFavorites: boolean; link: CheckedLink }
/** What can be done hangs on where the photos are: a selection stays as it is, and who leaves Favorites is not liked any more. */
export function photoFinding({ kind, count, photoIds, photos, names }: PhotoFinding, place: Place): Found[] {
  const canRemove = place.isAlbum && !place.isFavorites
  const removal: Mend[] = canRemove ? ['remove'] : []
  const sizes: Mend[] = givesOriginals(place.link) ? ['limit_sizes'] : []
  const judged: Record<PhotoFinding['kind'], [Severity, Mend[]]> = {
    failed: ['problem', ['retry', ...removal]],
    position: ['problem', sizes],
    duplicates: ['advice', removal],
    color_profile: ['advice', sizes],
    capture_order: ['advice', canRemove ? ['arrange'] : []],
    processing: ['note', []],
    no_color_profile: ['note', []],
    position_removed: ['note', []],
  }
  if (ORIGINALS_ONLY.has(kind) && sizes.length === 0) return []
  const [severity, mends] = judged[kind]
  return [{ kind, severity, count, image_ids: photoIds, share_ids: [], mends, photos, names }]
}

export function presentFinding({ photos, names, ...finding }: Found): http.Finding {
  const images = photos.map(({ id, filename, originalFilename, isReady }) => ({
    id,
    filename,
    original_filename: originalFilename,
    thumbnail_url: isReady ? variantUrl('sm', filename) : null,
  }))
  return { ...finding, message: sentence(finding.kind, finding.count, names), images }
}

type Say = (count: number, names: string[]) => string
const either =
  (one: string, many: (count: number, names: string[]) => string): Say =>
  (count, names) =>
    count === 1 ? one : many(count, names)

/** What it is, and what visitors get of it. */
const SENTENCES: Record<http.Finding['kind'], Say> = {
  empty: () => 'There are no photos to see yet.',
  expired: () => 'The link has ended: its last day is over.',
  failed: either(
    '1 photo could not be processed, and visitors do not see it.',
    count => `${count} photos could not be processed, and visitors do not see them.`,
  ),
  position: either(
    '1 photo would be downloaded with the place where it was taken.',
    count => `${count} photos would be downloaded with the place where they were taken.`,
  ),
  weak_password: () => 'The password is easily guessed: it is short, common, or says what stands at the gallery.',
  clean_originals: () => 'Visitors who are still choosing can download the originals without a watermark.',
  clean_elsewhere: either(
    'Another link to these photos gives the originals without a watermark.',
    count => `${count} other links to these photos give the originals without a watermark.`,
  ),
  duplicates: either('1 photo is there twice.', count => `${count} photos are there more than once.`),
  color_profile: (count, names) =>
    `${count === 1 ? '1 original has' : `${count} originals have`} an unusual colour profile (${names.join(', ')}). The gallery shows it right; programs that ignore profiles show downloads of it in wrong colours.`,
  capture_order: either(
    '1 photo does not stand where it was taken in time.',
    count => `${count} photos do not stand in the order in which they were taken.`,
  ),
  no_expiry: () => 'The link never ends.',
  processing: either(
    '1 photo is still being processed. It appears by itself.',
    count => `${count} photos are still being processed. They appear by themselves.`,
  ),
  no_color_profile: either(
    '1 photo says nothing about its colours and is shown as sRGB, as everywhere.',
    count => `${count} photos say nothing about their colours and are shown as sRGB, as everywhere.`,
  ),
  position_removed: either(
    '1 photo knows where it was taken. Downloads leave that out.',
    count => `${count} photos know where they were taken. Downloads leave that out.`,
  ),
}
const sentence = (kind: http.Finding['kind'], count: number, names: string[]): string => SENTENCES[kind](count, names)
