import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'

export const readMails = (token: string) => call(routes.getVisitorMails, { query: { token } })

/** null on success, else the message that explains the failure. */
export async function stopMails(token: string, all: boolean): Promise<string | null> {
  try {
    await call(routes.stopVisitorMails, { query: { token, all } })
    return null
  } catch (reason) {
    return messageOf(reason)
  }
}
