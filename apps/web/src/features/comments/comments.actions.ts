import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import { call, messageOf } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { showError } from '../../ui/feedback/toast.ts'

async function change(failure: string, request: () => Promise<unknown>) {
  try {
    await request()
  } catch (reason) {
    logFailure(failure, reason)
    showError(failure)
  }
  await invalidate('share')
}

/** Returns the message that explains the failure, if any. */
export async function answerThread(id: string, thread: string, text: string): Promise<string | null> {
  try {
    await call(routes.answerComment, { params: { id, thread }, body: { text } })
    await invalidate('share')
    return null
  } catch (reason) {
    logFailure('The reply could not be sent', reason)
    return messageOf(reason, 'The reply could not be sent. Please try again.')
  }
}

export const resolveThread = (id: string, thread: string, resolved: boolean) =>
  change('The comment could not be changed. Please try again.', () =>
    call(routes.resolveThread, { params: { id, thread }, body: { resolved } }),
  )

export const removeComment = (id: string, comment: string) =>
  change('The comment could not be removed. Please try again.', () =>
    call(routes.removeComment, { params: { id, comment } }),
  )
