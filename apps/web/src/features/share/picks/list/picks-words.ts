import type { http } from '@daymark/contracts'
import { formatDate } from '../../../../lib/format/dates.ts'
import type { PicksView } from './picks-view.ts'

const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

/** 'Choose 10 to 20 photos, until Friday.' */
export function wishOf({ minimum, maximum, review, deadline }: http.PickSettings): string {
  const until = deadline ? `, ${deadline}` : ''
  if (review && minimum === null && maximum === null) return `Approve or reject the photos${until}`
  if (minimum !== null && maximum !== null)
    return minimum === maximum ? `Choose ${photos(minimum)}${until}` : `Choose ${minimum} to ${photos(maximum)}${until}`
  if (maximum !== null) return `Choose up to ${photos(maximum)}${until}`
  if (minimum !== null) return `Choose at least ${photos(minimum)}${until}`
  return `Choose your favorite photos${until}`
}

type Counts = Pick<PicksView, 'list' | 'picked' | 'rejected'>

/** '12 of 20 chosen', and the missing number. */
export function summaryOf({ list, picked, rejected }: Counts, settings: http.PickSettings): string {
  if (list?.sent_at) return `Sent on ${formatDate(list.sent_at)}: ${photos(picked)}`
  const { maximum, review } = settings
  const counted = maximum === null ? String(picked) : `${picked} of ${maximum}`
  const refused = review && rejected > 0 ? `, ${rejected} rejected` : ''
  return `${counted} ${review ? 'approved' : 'chosen'}${refused}${missing(picked, settings)}`
}

function missing(picked: number, { minimum, maximum }: http.PickSettings): string {
  if (minimum !== null && picked < minimum) return `, at least ${minimum}`
  return maximum !== null && picked > maximum ? `, ${picked - maximum} too many` : ''
}
