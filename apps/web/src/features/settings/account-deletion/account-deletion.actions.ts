import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { outcome, type Proof } from '../security/security.api.ts'

/** The ZIP of the whole account: the browser itself downloads and resumes it. */
export const exportAddress: string = routes.exportLibrary.path

/** Returns the day on which the account is deleted for good. */
export const deleteAccount = ({ password, code }: Proof) =>
  outcome(async () => {
    const body = { current_password: password, ...(code && { code }) }
    return (await call(routes.deleteOwnAccount, { body })).deletion_due_at
  })
