import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'
import { outcomeOf } from '../../lib/outcome.ts'
import { type AdminRead, changing } from './frame/use-admin-read.ts'
import type { Paged } from './frame/pages.tsx'

export const services: AdminRead<http.SystemServices> = {
  address: routes.getSystemServices.path,
  read: signal => call(routes.getSystemServices, { signal }),
}
export const mediaWork: AdminRead<http.MediaWork> = {
  address: routes.getMediaWork.path,
  read: signal => call(routes.getMediaWork, { signal }),
}
export const outgoing: AdminRead<http.Outgoing> = {
  address: routes.getOutgoing.path,
  read: signal => call(routes.getOutgoing, { signal }),
}
export const backupsOfAll: AdminRead<http.BackupsOfAll> = {
  address: routes.getBackupsOfAll.path,
  read: signal => call(routes.getBackupsOfAll, { signal }),
}
export const settings: AdminRead<http.SystemSettings> = {
  address: routes.getSystemSettings.path,
  read: signal => call(routes.getSystemSettings, { signal }),
}
export const disputeNotices: AdminRead<http.DisputeNotices> = {
  address: routes.listDisputeNotices.path,
  read: signal => call(routes.listDisputeNotices, { signal }),
}
export const deadLetters: AdminRead<{ letters: http.DeadLetter[]; notes: string[] }> = {
  address: routes.listDeadLetters.path,
  read: signal => call(routes.listDeadLetters, { signal }),
}
export const failedPhotos: Paged<http.FailedPhoto> = {
  address: routes.listFailedPhotos.path,
  readPage: async (after, signal) => {
    const { photos, next_after } = await call(routes.listFailedPhotos, { query: { after }, signal })
    return { items: photos, next: next_after }
  },
}
export const announcements: AdminRead<{ announcements: http.Announcement[] }> = {
  address: routes.listAnnouncements.path,
  read: signal => call(routes.listAnnouncements, { signal }),
}
/** The maintenance state that every page reads. */
export const notices: AdminRead<http.Notices> = {
  address: routes.getNotices.path,
  read: signal => call(routes.getNotices, { signal }),
}

const change = <T>(what: string, request: () => Promise<T>) => changing(outcomeOf(what, request))

/** Its effects appear above every page, including this one. */
async function tell<T>(what: string, request: () => Promise<T>) {
  const outcome = await change(what, request)
  await invalidateTypes(['userProfile'])
  return outcome
}

/** One event of one subscriber, or all events of a service. */
export type Choice = { service: string; event_id?: string; subscriber?: string }

export const replay = (body: Choice) => change('Replaying failed', () => call(routes.replayDeadLetters, { body }))
export const drop = (body: Choice) => change('Dropping failed', () => call(routes.dropDeadLetters, { body }))
/** Without ids: all. */
export const requeue = (ids?: string[]) =>
  change('Processing again failed', () => call(routes.requeueFailedPhotos, { body: ids ? { ids } : {} }))

type NewAnnouncement = Pick<http.Announcement, 'text' | 'kind' | 'ends_at'>
export const announce = (body: NewAnnouncement) =>
  tell('Announcing failed', () => call(routes.createAnnouncement, { body }))
export const removeAnnouncement = (id: string) =>
  tell('Removing the announcement failed', () => call(routes.removeAnnouncement, { params: { id } }))
export const setMaintenance = (on: boolean, message: string | null) =>
  tell('Changing maintenance failed', () => call(routes.setMaintenance, { body: { on, message } }))

export const dashboard: AdminRead<http.Dashboard> = {
  address: routes.getDashboard.path,
  read: signal => call(routes.getDashboard, { signal }),
}

export const health: AdminRead<http.AdminHealth> = {
  address: routes.getAdminHealth.path,
  read: signal => call(routes.getAdminHealth, { signal }),
}
