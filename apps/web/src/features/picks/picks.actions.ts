import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import { call } from '../../lib/api.ts'
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

export const reopenList = (id: string, { id: list }: http.VisitorList) =>
  change('The list could not be reopened. Please try again.', () => call(routes.reopenPicks, { params: { id, list } }))

export const removeList = (id: string, { id: list }: http.VisitorList) =>
  change('The list could not be removed. Please try again.', () => call(routes.removePicks, { params: { id, list } }))

/** One line of file names for the filters of Lightroom and Capture One. */
export async function readNames(address: string): Promise<string | null> {
  const answer = await fetch(address, { credentials: 'include' }).catch(() => null)
  return answer?.ok ? answer.text() : null
}
