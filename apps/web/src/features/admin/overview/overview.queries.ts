import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { AdminRead } from '../frame/use-admin-read.ts'

export const dashboard: AdminRead<http.Dashboard> = {
  address: routes.getDashboard.path,
  read: signal => call(routes.getDashboard, { signal }),
}
