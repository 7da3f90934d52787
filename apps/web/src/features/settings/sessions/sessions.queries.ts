import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { Setting } from '../reads/setting.ts'

export const sessions: Setting<{ sessions: http.Session[]; total: number }> = {
  path: routes.listSessions.path,
  read: signal => call(routes.listSessions, { signal }),
}
