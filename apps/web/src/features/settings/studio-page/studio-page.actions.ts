import { type http, slugify, findSlugProblem, suggestSlug } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes, applyOptimistically, queryClient } from '../../../domain/cache/cache.ts'
import { studioPageQuery } from '../../../domain/shares/share.queries.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/outcome.ts'

type StudioPage = http.StudioPageSettings
type StudioPageChange = Partial<Pick<StudioPage, 'enabled' | 'name' | 'title' | 'text' | 'allow_indexing'>>

const randomBytes = () => crypto.getRandomValues(new Uint8Array(32))
const requestChange = ({ name, ...body }: StudioPageChange) =>
  call(routes.updateStudioPage, { body: { ...body, ...(name && { name }) } })

/** Changes the studio page. Returns null, or the message of the failure. */
export const saveStudioPage = (changes: StudioPageChange) => changeStudioPage(requestChange(changes))

/**
 * Turns on the studio page. If the page has no address, an address is made from its title, with a suffix if the address
 * without a suffix is taken.
 */
export async function enableStudioPage({ url, default_title: title }: StudioPage): Promise<string | null> {
  if (url !== null) return saveStudioPage({ enabled: true })
  const [slug, slugWithSuffix] = [slugify(title), suggestSlug(title, randomBytes)]
  const enableWithSuffix = () => requestChange({ enabled: true, name: slugWithSuffix })
  if (findSlugProblem(slug)) return changeStudioPage(enableWithSuffix())
  const request = requestChange({ enabled: true, name: slug }).catch((reason: unknown) => {
    if (reason instanceof ApiError && reason.code === 'slug_taken') return enableWithSuffix()
    throw reason
  })
  return changeStudioPage(request)
}

const changeStudioPage = (request: Promise<unknown>) =>
  failureOf(
    request.then(() => invalidateTypes(['shares'])),
    { logMessage: 'Saving the studio page failed' },
  )

let previousSave: Promise<unknown> = Promise.resolve()

/**
 * Saves the listed links in their order. The new list is shown before the response and reverted after a failure. If the
 * user makes several changes quickly, the requests are sent one after another. Returns whether the request succeeded.
 */
export async function saveListedShares(shares: http.ListedShare[]): Promise<boolean> {
  const { type, key } = studioPageQuery()
  const queryKey = [type, ...key]
  const apply = () => {
    const previousPage = queryClient.getQueryData<StudioPage>(queryKey)
    if (previousPage) queryClient.setQueryData<StudioPage>(queryKey, { ...previousPage, shares })
    return () => void queryClient.setQueryData(queryKey, previousPage)
  }
  const body = { share_ids: shares.map(share => share.share_id) }
  const request = () => {
    previousSave = previousSave.catch(() => undefined).then(() => call(routes.updateStudioPage, { body }))
    return previousSave
  }
  const change = applyOptimistically('share', apply, request)
  return (await failureOf(change, { logMessage: 'Listing galleries failed' })) === null
}
