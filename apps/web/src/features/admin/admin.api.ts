import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { type AdminQuery, type PagedQuery, refetchAfter } from './frame/use-admin-query.tsx'

export const servicesQuery: AdminQuery<http.SystemServices> = {
  url: routes.getSystemServices.path,
  read: signal => call(routes.getSystemServices, { signal }),
}
export const mediaWorkQuery: AdminQuery<http.MediaWork> = {
  url: routes.getMediaWork.path,
  read: signal => call(routes.getMediaWork, { signal }),
}
export const outgoingQuery: AdminQuery<http.Outgoing> = {
  url: routes.getOutgoing.path,
  read: signal => call(routes.getOutgoing, { signal }),
}
export const backupsQuery: AdminQuery<http.BackupsOfAll> = {
  url: routes.getBackupsOfAll.path,
  read: signal => call(routes.getBackupsOfAll, { signal }),
}
export const settingsQuery: AdminQuery<http.SystemSettings> = {
  url: routes.getSystemSettings.path,
  read: signal => call(routes.getSystemSettings, { signal }),
}
export const disputeNoticesQuery: AdminQuery<http.DisputeNotices> = {
  url: routes.listDisputeNotices.path,
  read: signal => call(routes.listDisputeNotices, { signal }),
}
export const deadLettersQuery: AdminQuery<{ letters: http.DeadLetter[]; notes: string[] }> = {
  url: routes.listDeadLetters.path,
  read: signal => call(routes.listDeadLetters, { signal }),
}
export const failedPhotosQuery: PagedQuery<http.FailedPhoto> = {
  url: routes.listFailedPhotos.path,
  readPage: async (after, signal) => {
    const { photos, next_after } = await call(routes.listFailedPhotos, { query: { after }, signal })
    return { items: photos, next: next_after }
  },
}
export const announcementsQuery: AdminQuery<{ announcements: http.Announcement[] }> = {
  url: routes.listAnnouncements.path,
  read: signal => call(routes.listAnnouncements, { signal }),
}
/** Reads the announcements and the maintenance state. */
export const noticesQuery: AdminQuery<http.Notices> = {
  url: routes.getNotices.path,
  read: signal => call(routes.getNotices, { signal }),
}

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

export const dashboardQuery: AdminQuery<http.Dashboard> = {
  url: routes.getDashboard.path,
  read: signal => call(routes.getDashboard, { signal }),
}

export const healthQuery: AdminQuery<http.AdminHealth> = {
  url: routes.getAdminHealth.path,
  read: signal => call(routes.getAdminHealth, { signal }),
}
