import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'
import { type Setting, updateSetting } from '../frame/setting.ts'

export const backupsSetting: Setting<http.Backups> = {
  path: routes.getBackups.path,
  read: signal => call(routes.getBackups, { signal }),
}

/** Starts a restore. Returns null, or the message of the failure. */
export async function restoreBackup(id: string): Promise<string | null> {
  try {
    updateSetting(backupsSetting, await call(routes.restoreBackup, { body: { backup_id: id } }))
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}
