import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'
import { showSetting } from '../reads/setting.ts'
import { ownBackups } from './backups.queries.ts'

/** The sentence that says why it was not begun; null when it was. */
export async function bringBack(id: string): Promise<string | null> {
  try {
    showSetting(ownBackups, await call(routes.restoreBackup, { body: { backup_id: id } }))
    return null
  } catch (reason) {
    return (reason instanceof ApiError ? reason.sentence : null) ?? 'That did not work. Please try again.'
  }
}
