import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'
import { showSetting } from '../reads/setting.ts'
import { ownBackups } from './backups.queries.ts'

/** Returns the sentence that says why the restore did not start, or null. */
export async function restoreBackup(id: string): Promise<string | null> {
  try {
    showSetting(ownBackups, await call(routes.restoreBackup, { body: { backup_id: id } }))
    return null
  } catch (reason) {
    return (reason instanceof ApiError ? reason.sentence : null) ?? 'Something went wrong. Please try again.'
  }
}
