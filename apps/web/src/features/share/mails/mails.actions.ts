import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'

export const readMails = (token: string) => call(routes.getVisitorMails, { query: { token } })

/** null: it is done; else the sentence that says why not. */
export async function stopMails(token: string, all: boolean): Promise<string | null> {
  try {
    await call(routes.stopVisitorMails, { query: { token, all } })
    return null
  } catch (reason) {
    return (reason instanceof ApiError && reason.sentence) || 'Something went wrong. Please try again.'
  }
}
