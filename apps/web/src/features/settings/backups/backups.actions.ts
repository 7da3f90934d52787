import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'
import { showSetting } from '../reads/setting.ts'
import { ownBackups } from './backups.queries.ts'

/** Returns the message that explains why the restore did not start, or null. */
export async function restoreBackup(id: string): Promise<string | null> {
  try {
    showSetting(ownBackups, await call(routes.restoreBackup, { body: { backup_id: id } }))
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}
