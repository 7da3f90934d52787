import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { Setting } from '../reads/setting.ts'

export const mailChoices: Setting<http.MailChoices> = {
  path: routes.getMailChoices.path,
  read: signal => call(routes.getMailChoices, { signal }),
}
