import { type http, slugOf, slugProblem, suggestSlug } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes, applyOptimistically, queryClient } from '../../../domain/cache/cache.ts'
import { studioPageQuery } from '../../../domain/shares/studio-page.queries.ts'
import { ApiError, call, messageOf } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'

type Page = http.StudioPageSettings
type Change = Partial<Pick<Page, 'enabled' | 'name' | 'title' | 'text' | 'allow_indexing'>>

const random = () => crypto.getRandomValues(new Uint8Array(32))
const change = ({ name, ...body }: Change) =>
  call(routes.updateStudioPage, { body: { ...body, ...(name && { name }) } })

/** Returns the message that explains the failure; null on success. */
export async function saveStudioPage(wanted: Change): Promise<string | null> {
  return done(() => change(wanted))
}

/** A page without an address gets one from its title, with a suffix if that is taken. */
export async function openStudioPage({ url, default_title: title }: Page): Promise<string | null> {
  if (url !== null) return saveStudioPage({ enabled: true })
  const [plain, longer] = [slugOf(title), suggestSlug(title, random)]
  return done(async () => {
    if (slugProblem(plain)) return change({ enabled: true, name: longer })
    try {
      return await change({ enabled: true, name: plain })
    } catch (reason) {
      if (!(reason instanceof ApiError) || reason.code !== 'slug_taken') throw reason
      return change({ enabled: true, name: longer })
    }
  })
}

async function done(request: () => Promise<unknown>): Promise<string | null> {
  try {
    await request()
  } catch (reason) {
    logFailure('Saving the studio page failed', reason)
    return messageOf(reason)
  }
  await invalidateTypes(['shares'])
  return null
}

let lastList: Promise<unknown> = Promise.resolve()

/**
 * Saves the listed links in their order: shown at once and reverted after a failure. Quick moves are saved sequentially.
 * Returns whether it succeeded.
 */
export async function listOnStudioPage(shares: http.ListedShare[]): Promise<boolean> {
  const { type, key } = studioPageQuery()
  const queryKey = [type, ...key]
  const apply = () => {
    const before = queryClient.getQueryData<Page>(queryKey)
    if (before) queryClient.setQueryData<Page>(queryKey, { ...before, shares })
    return () => void queryClient.setQueryData(queryKey, before)
  }
  const body = { share_ids: shares.map(share => share.share_id) }
  const request = () => {
    lastList = lastList.catch(() => undefined).then(() => call(routes.updateStudioPage, { body }))
    return lastList
  }
  try {
    await applyOptimistically('share', apply, request)
    return true
  } catch (reason) {
    logFailure('Listing galleries failed', reason)
    return false
  }
}
