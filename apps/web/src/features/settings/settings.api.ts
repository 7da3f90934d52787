import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../domain/cache/cache.ts'
import { cachedQuery } from '../../domain/cache/use-cached.ts'
import { call, messageOf } from '../../lib/api.ts'
import { refetchSetting, type Setting, updateSetting } from './frame/setting.ts'

export const mailSetting: Setting<http.MailChoices> = {
  path: routes.getMailChoices.path,
  read: signal => call(routes.getMailChoices, { signal }),
}

/** Returns whether the choice was saved. */
export async function saveMailChoice(choice: http.MailChoices['topics'][number]): Promise<boolean> {
  try {
    updateSetting(mailSetting, await call(routes.setMailChoice, { body: choice }))
    return true
  } catch {
    return false
  }
}

export const sessionsSetting: Setting<{ sessions: http.Session[]; total: number }> = {
  path: routes.listSessions.path,
  read: signal => call(routes.listSessions, { signal }),
}

export const refetchSessions = () => void refetchSetting(sessionsSetting)

/** Waits until the server has ended sessions. Returns whether it succeeded. */
async function endAndRefetch(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch {
    return false
  } finally {
    refetchSessions()
  }
}
export const endSession = (id: string) => endAndRefetch(call(routes.endSession, { params: { id } }))
export const endOtherSessions = () => endAndRefetch(call(routes.endOtherSessions))

export const domainSettingsQuery = () => cachedQuery('userProfile', routes.getDomain)

/**
 * Waits for a change of the domain and refetches the domain and the links, whose addresses contain it. Returns null on
 * success, or the message of the failure.
 */
async function changeDomain(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
  } catch (reason) {
    return messageOf(reason)
  }
  await invalidateTypes(['userProfile', 'shares'])
  return null
}

export const saveDomain = (host: string) => changeDomain(call(routes.setDomain, { body: { host } }))
export const checkDomain = () => changeDomain(call(routes.verifyDomain))
export const removeDomain = () => changeDomain(call(routes.removeDomain))

export const backupsSetting: Setting<http.Backups> = {
  path: routes.getBackups.path,
  read: signal => call(routes.getBackups, { signal }),
}

/** Starts a restore. Returns null on success, or the message of the failure. */
export async function restoreBackup(id: string): Promise<string | null> {
  try {
    updateSetting(backupsSetting, await call(routes.restoreBackup, { body: { backup_id: id } }))
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}

export const supportQuery = () => cachedQuery('userProfile', routes.getSupport)
