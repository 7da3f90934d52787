import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { memoryQuery } from '../../domain/cache/use-cached.ts'
import { call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { type PagedQuery, refetchAdminDataAfter } from './frame/use-admin-query.tsx'

export const servicesQuery = memoryQuery(routes.getSystemServices)
/** Reads the progress of photo processing. */
export const photoProcessingQuery = memoryQuery(routes.getMediaWork)
/** Reads the state of outgoing emails and webhooks, and of custom domains. */
export const outgoingQuery = memoryQuery(routes.getOutgoing)
export const backupsQuery = memoryQuery(routes.getBackupSummary)
export const settingsQuery = memoryQuery(routes.getSystemSettings)
export const disputeNoticesQuery = memoryQuery(routes.listDisputeNotices)
export const deadLettersQuery = memoryQuery(routes.listDeadLetters)
export const failedPhotosQuery: PagedQuery<http.FailedPhoto> = {
  url: routes.listFailedPhotos.path,
  readPage: async (after, signal) => {
    const { photos, next_after } = await call(routes.listFailedPhotos, { query: { after }, signal })
    return { items: photos, nextCursor: next_after }
  },
}
export const announcementsQuery = memoryQuery(routes.listAnnouncements)
/** Reads the announcements and the maintenance state. */
export const noticesQuery = memoryQuery(routes.getNotices)

const changeAndRefetch = <T>(logMessage: string, request: () => Promise<T>) =>
  refetchAdminDataAfter(outcomeOf(logMessage, request))

/**
 * Runs a change of the announcements or the maintenance state and refetches the data of the administration. The banners
 * above this page show the same notices, so their data is refetched too.
 */
async function changeNotices<T>(logMessage: string, request: () => Promise<T>) {
  const outcome = await changeAndRefetch(logMessage, request)
  await invalidateTypes(['userProfile'])
  return outcome
}

/** Selects one event of a subscriber, or all events of a service. */
export type DeadLetterSelection = { service: string; event_id?: string; subscriber?: string }

export const replayDeadLetters = (body: DeadLetterSelection) =>
  changeAndRefetch('Replaying dead letters failed', () => call(routes.replayDeadLetters, { body }))
export const dropDeadLetters = (body: DeadLetterSelection) =>
  changeAndRefetch('Dropping dead letters failed', () => call(routes.dropDeadLetters, { body }))
/** Processes failed photos again. Without `ids`: all failed photos. */
export const requeuePhotos = (ids?: string[]) =>
  changeAndRefetch('Processing photos again failed', () =>
    call(routes.requeueFailedPhotos, { body: ids ? { ids } : {} }),
  )

type NewAnnouncement = Pick<http.Announcement, 'text' | 'kind' | 'ends_at'>
export const createAnnouncement = (body: NewAnnouncement) =>
  changeNotices('Publishing the announcement failed', () => call(routes.createAnnouncement, { body }))
export const removeAnnouncement = (id: string) =>
  changeNotices('Removing the announcement failed', () => call(routes.removeAnnouncement, { params: { id } }))
export const setMaintenance = (isOn: boolean, message: string | null) =>
  changeNotices('Changing maintenance failed', () => call(routes.setMaintenance, { body: { on: isOn, message } }))

export const dashboardQuery = memoryQuery(routes.getDashboard)

export const healthQuery = memoryQuery(routes.getAdminHealth)
