import type { http } from '@daymark/contracts'
import { formatDate, formatDateTime, formatDay } from '../../../lib/format/dates.ts'
import { shareState } from '../../../domain/shares/share-choice.ts'

function describeExpiry(share: http.Share): string {
  if (!share.expires_at) return 'Never expires'
  return `${shareState(share) === 'Expired' ? 'Expired' : 'Expires'} ${formatDate(share.expires_at)}`
}

/** The texts of settings that differ from the defaults. */
const UNUSUAL_SETTINGS: [text: string, holds: (share: http.Share) => boolean][] = [
  ['No downloads', share => !share.allow_downloads],
  ['No titles', share => !share.show_titles],
  ['No name', share => !share.show_name],
  ['Search engines allowed', share => share.allow_indexing],
  ['On the studio page', share => share.listed],
  ['Light theme', share => share.theme === 'light'],
  ['Dark theme', share => share.theme === 'dark'],
  ['Watermark', share => share.watermark],
  ['Password', share => share.has_password],
  ['Visitors pick photos', share => share.picks !== null],
  ['Visitors comment', share => share.comments !== null],
]

function firstLookFacts({ first_look: settings }: http.Share): string[] {
  if (!settings) return []
  return [settings.expected ? `First look, complete by ${formatDay(settings.expected)}` : 'First look']
}

const SIZE_LABELS = { original: 'Original', '2048': '2048 px', '1080': '1080 px' }

/** Describes the downloads of visitors. Empty for the default, which is originals without a limit. */
function downloadFacts(share: http.Share): string[] {
  if (!share.allow_downloads) return []
  const { download_sizes: sizes, download_limit: limit, visitor_download_limit: each, download_count: count } = share
  const offers = sizes.join() === 'original' ? [] : [`Downloads in ${sizes.map(size => SIZE_LABELS[size]).join(', ')}`]
  if (limit === null) return [...offers, ...(each === null ? [] : [`${each} per visitor, ${count} downloaded`])]
  const used = count >= limit ? `All ${limit} downloads used up` : `${count} of ${limit} downloaded`
  return [...offers, used, ...(each === null ? [] : [`${each} per visitor`])]
}

/** Returns the texts below the URL of a link. */
export function describeShare(share: http.Share): string[] {
  const viewed = share.last_viewed_at ? [`Last viewed ${formatDateTime(share.last_viewed_at)}`] : []
  const views = share.view_count === 1 ? '1 view' : `${share.view_count} views`
  const unusual = UNUSUAL_SETTINGS.filter(([, holds]) => holds(share)).map(([text]) => text)
  return [views, ...viewed, describeExpiry(share), ...firstLookFacts(share), ...unusual, ...downloadFacts(share)]
}
