import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { outcome, type Proof } from '../security/security.actions.ts'

/** Returns the day on which the account is deleted for good. */
export const leave = ({ password, code }: Proof) =>
  outcome(async () => {
    const body = { current_password: password, ...(code && { code }) }
    return (await call(routes.deleteOwnAccount, { body })).deletion_due_at
  })
