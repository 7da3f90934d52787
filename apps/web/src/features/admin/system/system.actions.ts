import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { forget } from '../../../domain/cache/cache.ts'
import { call } from '../../../lib/api.ts'
import { outcomeOf } from '../../../lib/outcome.ts'
import { changing } from '../frame/use-admin-read.ts'

const change = <T>(what: string, request: () => Promise<T>) => changing(outcomeOf(what, request))

/** Its effects appear above every page, including this one. */
async function tell<T>(what: string, request: () => Promise<T>) {
  const outcome = await change(what, request)
  await forget(['userProfile'])
  return outcome
}

/** One event of one subscriber, or all events of a service. */
export type Choice = { service: string; event_id?: string; subscriber?: string }

export const replay = (body: Choice) => change('Replaying failed', () => call(routes.replayDeadLetters, { body }))
export const drop = (body: Choice) => change('Dropping failed', () => call(routes.dropDeadLetters, { body }))
/** Without ids: all. */
export const requeue = (ids?: string[]) =>
  change('Processing again failed', () => call(routes.requeueFailedPhotos, { body: ids ? { ids } : {} }))

export type NewAnnouncement = Pick<http.Announcement, 'text' | 'kind' | 'ends_at'>
export const announce = (body: NewAnnouncement) =>
  tell('Announcing failed', () => call(routes.createAnnouncement, { body }))
export const removeAnnouncement = (id: string) =>
  tell('Removing the announcement failed', () => call(routes.removeAnnouncement, { params: { id } }))
export const setMaintenance = (on: boolean, message: string | null) =>
  tell('Changing maintenance failed', () => call(routes.setMaintenance, { body: { on, message } }))
