import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { refetchSetting, type Setting } from './frame/setting.ts'

export const sessionsSetting: Setting<{ sessions: http.Session[]; total: number }> = {
  path: routes.listSessions.path,
  read: signal => call(routes.listSessions, { signal }),
}

export const refetchSessions = () => void refetchSetting(sessionsSetting)

/** Waits until the server has ended sessions. Returns whether it succeeded. */
async function endAndRefetch(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch {
    return false
  } finally {
    refetchSessions()
  }
}
export const endSession = (id: string) => endAndRefetch(call(routes.endSession, { params: { id } }))
export const endOtherSessions = () => endAndRefetch(call(routes.endOtherSessions))
