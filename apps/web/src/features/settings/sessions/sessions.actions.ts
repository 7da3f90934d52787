import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { readSetting } from '../reads/setting.ts'
import { sessions } from './sessions.queries.ts'

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
