import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { cachedQuery, memoryQuery } from '../../domain/cache/use-cached.ts'
import { call } from '../../lib/api.ts'
import { failureOf } from '../../lib/outcome.ts'
import { refetchSetting, updateSetting } from './frame/setting.ts'

export const mailSetting = memoryQuery(routes.getMailChoices)

/** Returns null on success, or the message of the failure. */
export async function saveMailChoice(choice: http.MailChoices['topics'][number]): Promise<string | null> {
  const request = call(routes.setMailChoice, { body: choice })
  const failure = await failureOf(request.then(choices => updateSetting(mailSetting, choices)))
  return failure === null ? null : 'Your change could not be saved. Please try again.'
}

export const sessionsSetting = memoryQuery(routes.listSessions)

export const refetchSessions = () => void refetchSetting(sessionsSetting)

/** Waits for a request that ends sessions, then refetches the sessions. Returns whether the request succeeded. */
async function endSessionsAndRefetch(request: Promise<unknown>): Promise<boolean> {
  const failure = await failureOf(request)
  refetchSessions()
  return failure === null
}
export const endSession = (id: string) => endSessionsAndRefetch(call(routes.endSession, { params: { id } }))
export const endOtherSessions = () => endSessionsAndRefetch(call(routes.endOtherSessions))

export const domainSettingsQuery = () => cachedQuery('userProfile', routes.getDomain)

/**
 * Waits for a change of the domain and refetches the domain and the links, whose addresses contain it. Returns null on
 * success, or the message of the failure.
 */
const changeDomain = (request: Promise<unknown>) =>
  failureOf(request.then(() => invalidateTypes(['userProfile', 'shares'])))

export const saveDomain = (host: string) => changeDomain(call(routes.setDomain, { body: { host } }))
export const checkDomain = () => changeDomain(call(routes.verifyDomain))
export const removeDomain = () => changeDomain(call(routes.removeDomain))

export const backupsSetting = memoryQuery(routes.getBackups)

/** Starts a restore. Returns null on success, or the message of the failure. */
export const restoreBackup = (id: string) =>
  failureOf(
    call(routes.restoreBackup, { body: { backup_id: id } }).then(backups => updateSetting(backupsSetting, backups)),
  )

export const supportQuery = () => cachedQuery('userProfile', routes.getSupport)
