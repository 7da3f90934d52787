import type { Input, sharing } from '@daymark/contracts'
import { prepared, type Tx } from '@daymark/platform'
import { downloadOf } from './event-data.ts'
import { countVisitors } from './visit-metrics.ts'

type Event = Pick<Input<typeof sharing.track>, 'eventType' | 'eventData'>
/** What one event adds. `photoId`: of the photo it is about, if that is in the gallery. */
export type Counted = Event & {
  linkId: string
  at: Date
  photoId: string | null
  beginsVisit: boolean
  isNewVisitor: boolean
  /** By which the visit became longer. */
  seconds: number
}

const HOUR = prepared(`
  INSERT INTO visit_hours AS h (link_id, hour, visits, visitors, photo_views, seconds)
  VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, $4, $5, $6)
  ON CONFLICT (link_id, hour) DO UPDATE SET visits = h.visits + $3, visitors = h.visitors + $4,
    photo_views = h.photo_views + $5, seconds = h.seconds + $6`)
const PHOTO = prepared(`
  INSERT INTO visit_photos AS p (link_id, photo_id, views, downloads) VALUES ($1, $2, $3, $4)
  ON CONFLICT (link_id, photo_id) DO UPDATE SET views = p.views + $3, downloads = p.downloads + $4`)
const DOWNLOAD = prepared(`
  INSERT INTO visit_downloads AS d (link_id, type, downloads, photos) VALUES ($1, $2, 1, $3)
  ON CONFLICT (link_id, type) DO UPDATE SET downloads = d.downloads + 1, photos = d.photos + $3`)

/**
 * Adds an event to the figures of its link, in the transaction that keeps it. All visitors of a link write the same rows: these are
 * the last statements of the transaction, always in this order, and nobody waits for them, so rows are locked for one round trip.
 */
export function addToFigures(tx: Tx, counted: Counted): void {
  const { linkId, at, photoId, eventType, eventData, beginsVisit, isNewVisitor, seconds } = counted
  const photoViews = Number(eventType === 'photo_view')
  const download = eventType === 'download' ? downloadOf(eventData) : undefined
  const ofPhoto = Number(download?.type === 'single_image')
  if (photoId && photoViews + ofPhoto > 0) void tx.sql(PHOTO, [linkId, photoId, photoViews, ofPhoto])
  if (download) void tx.sql(DOWNLOAD, [linkId, download.type, download.photos])
  tx.afterCommit(() => countVisitors(counted, download?.type))
  if (beginsVisit || photoViews > 0 || seconds > 0)
    void tx.sql(HOUR, [linkId, at, Number(beginsVisit), Number(isNewVisitor), photoViews, seconds])
}
