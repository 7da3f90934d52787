import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { Setting } from '../reads/setting.ts'

export const ownBackups: Setting<http.Backups> = {
  path: routes.getBackups.path,
  read: signal => call(routes.getBackups, { signal }),
}
