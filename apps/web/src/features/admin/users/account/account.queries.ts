import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { addressOf, call } from '../../../../lib/api.ts'
import type { AdminRead } from '../../frame/use-admin-read.ts'

export const account = (id: string): AdminRead<http.AdminAccount> => ({
  address: addressOf(routes.getAccount, { params: { id } }),
  read: signal => call(routes.getAccount, { params: { id }, signal }),
})
