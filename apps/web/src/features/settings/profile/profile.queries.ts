import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import type { Setting } from '../reads/setting.ts'

export const profile: Setting<http.Profile> = {
  path: routes.getProfile.path,
  read: signal => call(routes.getProfile, { signal }),
}
