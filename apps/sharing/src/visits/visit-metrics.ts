import { metrics } from '@daymark/platform'

const visits = metrics.counter('daymark.sharing.visits', { description: 'Visits of galleries that began', known: [{}] })
const events = metrics.counter('daymark.sharing.events', {
  description: 'What visitors did: looked at photos, opened and left pages, downloaded',
})
const downloads = metrics.counter('daymark.sharing.downloads', {
  description: 'Downloads of visitors, by what was taken',
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
