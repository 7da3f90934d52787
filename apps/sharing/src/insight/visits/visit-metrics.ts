import { metrics } from '@daymark/platform'

const visits = metrics.counter('daymark.sharing.visits', { description: 'Gallery visits', known: [{}] })
const events = metrics.counter('daymark.sharing.events', {
  description: 'Visitor events by type',
})
const downloads = metrics.counter('daymark.sharing.downloads', {
  description: 'Visitor downloads by type',
})

/** Of everybody's galleries together; whose they are is in the figures of each link. */
export function countVisitors(
  { beginsVisit, eventType }: { beginsVisit: boolean; eventType: string },
  download?: string,
) {
  if (beginsVisit) visits.add(1)
  events.add(1, { type: eventType })
  if (download !== undefined) downloads.add(1, { type: download })
}
