import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'
import { type Setting, showSetting } from '../frame/setting.ts'

export const ownBackups: Setting<http.Backups> = {
  path: routes.getBackups.path,
  read: signal => call(routes.getBackups, { signal }),
}

/** Returns the message that explains why the restore did not start, or null. */
export async function restoreBackup(id: string): Promise<string | null> {
  try {
    showSetting(ownBackups, await call(routes.restoreBackup, { body: { backup_id: id } }))
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}
