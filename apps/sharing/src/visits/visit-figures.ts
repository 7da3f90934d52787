import type { Input, sharing } from '@daymark/contracts'
import { metrics, preparedStatement, type Tx } from '@daymark/platform'
import { parseDownload } from './track-input.ts'

const visitCounter = metrics.counter('daymark.sharing.visits', {
  description: 'Gallery visits',
  initialAttributes: [{}],
})
const eventCounter = metrics.counter('daymark.sharing.events', {
  description: 'Visitor events by type',
})
const downloadCounter = metrics.counter('daymark.sharing.downloads', {
  description: 'Visitor downloads by type',
})

/** Records metrics of all galleries together. The statistics of each link are in the database. */
function recordMetrics({ beginsVisit, eventType }: { beginsVisit: boolean; eventType: string }, download?: string) {
  if (beginsVisit) visitCounter.add(1)
  eventCounter.add(1, { type: eventType })
  if (download !== undefined) downloadCounter.add(1, { type: download })
}

type TrackedEvent = Pick<Input<typeof sharing.track>, 'eventType' | 'eventData'>
/** What an event adds to the statistics of a link. `photoId` is null if the event concerns no photo of the gallery. */
type LinkStatisticsChange = TrackedEvent & {
  linkId: string
  time: Date
  photoId: string | null
  beginsVisit: boolean
  isNewVisitor: boolean
  /** Seconds by which the visit became longer. */
  seconds: number
}

const ADD_TO_HOUR = preparedStatement(`
  INSERT INTO visit_hours AS h (link_id, hour, visits, visitors, photo_views, seconds)
  VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, $4, $5, $6)
  ON CONFLICT (link_id, hour) DO UPDATE SET visits = h.visits + $3, visitors = h.visitors + $4,
    photo_views = h.photo_views + $5, seconds = h.seconds + $6`)
const ADD_TO_PHOTO = preparedStatement(`
  INSERT INTO visit_photos AS p (link_id, photo_id, views, downloads) VALUES ($1, $2, $3, $4)
  ON CONFLICT (link_id, photo_id) DO UPDATE SET views = p.views + $3, downloads = p.downloads + $4`)
const ADD_TO_DOWNLOADS = preparedStatement(`
  INSERT INTO visit_downloads AS d (link_id, type, downloads, photos) VALUES ($1, $2, 1, $3)
  ON CONFLICT (link_id, type) DO UPDATE SET downloads = d.downloads + 1, photos = d.photos + $3`)

/**
 * Adds an event to the statistics of its link, in the transaction that stores the event. All visitors of a link update the same rows, so
 * these must be the last statements of the transaction, always in the same order. The statements are sent together, so that the rows are
 * locked for only one round trip.
 */
export function addToLinkStatistics(tx: Tx, change: LinkStatisticsChange): void {
  const { linkId, time, photoId, eventType, eventData, beginsVisit, isNewVisitor, seconds } = change
  const photoViews = Number(eventType === 'photo_view')
  const download = eventType === 'download' ? parseDownload(eventData) : undefined
  const photoDownloads = Number(download?.type === 'single_image')
  if (photoId && photoViews + photoDownloads > 0) tx.send(ADD_TO_PHOTO, [linkId, photoId, photoViews, photoDownloads])
  if (download) tx.send(ADD_TO_DOWNLOADS, [linkId, download.type, download.photos])
  tx.afterCommit(() => recordMetrics(change, download?.type))
  if (beginsVisit || photoViews > 0 || seconds > 0)
    tx.send(ADD_TO_HOUR, [linkId, time, Number(beginsVisit), Number(isNewVisitor), photoViews, seconds])
}
