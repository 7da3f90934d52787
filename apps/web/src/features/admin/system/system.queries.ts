import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { AdminRead } from '../frame/use-admin-read.ts'
import type { Paged } from '../lists/use-pages.ts'

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
export const providerNotes: AdminRead<http.ProviderNotes> = {
  address: routes.listProviderNotes.path,
  read: signal => call(routes.listProviderNotes, { signal }),
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
