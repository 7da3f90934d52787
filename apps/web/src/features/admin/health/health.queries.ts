import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { AdminRead } from '../frame/use-admin-read.ts'

export const health: AdminRead<http.AdminHealth> = {
  address: routes.getAdminHealth.path,
  read: signal => call(routes.getAdminHealth, { signal }),
}
