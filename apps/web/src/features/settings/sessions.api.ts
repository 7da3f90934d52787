import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { readSetting, type Setting } from './frame/setting.ts'

export const sessions: Setting<{ sessions: http.Session[]; total: number }> = {
  path: routes.listSessions.path,
  read: signal => call(routes.listSessions, { signal }),
}

export const readSessions = () => void readSetting(sessions)

/** Returns whether the sessions ended. */
async function ended(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch {
    return false
  } finally {
    readSessions()
  }
}
export const endSession = (id: string) => ended(call(routes.endSession, { params: { id } }))
export const endOtherSessions = () => ended(call(routes.endOtherSessions))
