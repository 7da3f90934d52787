import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'

/** A correct password sets a cookie for this link; a wrong one is refused with 401. */
export const unlockShare = (token: string, password: string) =>
  call(routes.unlockGallery, { params: { token }, body: { password } })
