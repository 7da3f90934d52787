import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { toOutcome, type Proof } from '../security/security.api.ts'

/** The URL of the ZIP with all data of the account. */
export const LIBRARY_EXPORT_URL: string = routes.exportLibrary.path

/** Schedules the deletion of the account. Returns the day on which it is deleted permanently. */
export const deleteAccount = ({ password, code }: Proof) =>
  toOutcome(async () => {
    const body = { current_password: password, ...(code && { code }) }
    return (await call(routes.deleteOwnAccount, { body })).deletion_due_at
  })
