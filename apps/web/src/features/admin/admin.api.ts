import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { memoryQuery } from '../../domain/cache/use-cached.ts'
import { call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { type PagedQuery, refetchAfter } from './frame/use-admin-query.tsx'

export const servicesQuery = memoryQuery(routes.getSystemServices)
export const mediaWorkQuery = memoryQuery(routes.getMediaWork)
export const outgoingQuery = memoryQuery(routes.getOutgoing)
export const backupsQuery = memoryQuery(routes.getBackupsOfAll)
export const settingsQuery = memoryQuery(routes.getSystemSettings)
export const disputeNoticesQuery = memoryQuery(routes.listDisputeNotices)
export const deadLettersQuery = memoryQuery(routes.listDeadLetters)
export const failedPhotosQuery: PagedQuery<http.FailedPhoto> = {
  url: routes.listFailedPhotos.path,
  readPage: async (after, signal) => {
    const { photos, next_after } = await call(routes.listFailedPhotos, { query: { after }, signal })
    return { items: photos, next: next_after }
  },
}
export const announcementsQuery = memoryQuery(routes.listAnnouncements)
/** Reads the announcements and the maintenance state. */
export const noticesQuery = memoryQuery(routes.getNotices)

const changeAndRefetch = <T>(logMessage: string, request: () => Promise<T>) =>
  refetchAfter(outcomeOf(logMessage, request))

/**
 * Runs a change of notices and refetches them. The notices of this page are refetched too, because it shows them like
 * all pages.
 */
async function changeNotices<T>(logMessage: string, request: () => Promise<T>) {
  const outcome = await changeAndRefetch(logMessage, request)
  await invalidateTypes(['userProfile'])
  return outcome
}

/** Selects one event of a subscriber, or all events of a service. */
export type DeadLetterSelection = { service: string; event_id?: string; subscriber?: string }

export const replayDeadLetters = (body: DeadLetterSelection) =>
  changeAndRefetch('Replaying failed', () => call(routes.replayDeadLetters, { body }))
export const dropDeadLetters = (body: DeadLetterSelection) =>
  changeAndRefetch('Dropping failed', () => call(routes.dropDeadLetters, { body }))
/** Processes failed photos again. Without `ids`: all failed photos. */
export const requeuePhotos = (ids?: string[]) =>
  changeAndRefetch('Processing again failed', () => call(routes.requeueFailedPhotos, { body: ids ? { ids } : {} }))

type NewAnnouncement = Pick<http.Announcement, 'text' | 'kind' | 'ends_at'>
export const createAnnouncement = (body: NewAnnouncement) =>
  changeNotices('Announcing failed', () => call(routes.createAnnouncement, { body }))
export const removeAnnouncement = (id: string) =>
  changeNotices('Removing the announcement failed', () => call(routes.removeAnnouncement, { params: { id } }))
export const setMaintenance = (on: boolean, message: string | null) =>
  changeNotices('Changing maintenance failed', () => call(routes.setMaintenance, { body: { on, message } }))

export const dashboardQuery = memoryQuery(routes.getDashboard)

export const healthQuery = memoryQuery(routes.getAdminHealth)
