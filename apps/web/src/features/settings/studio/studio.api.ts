import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import type { CachedQuery } from '../../../domain/cache/use-cached.ts'
import { ApiError, call, reportSessionError, messageOf, parseJson } from '../../../lib/api.ts'

export const brandSettings = (): CachedQuery<http.BrandSettings> => ({
  type: 'userProfile',
  key: [routes.getBrand.path],
  read: signal => call(routes.getBrand, { signal }),
})

/** Returns the message that explains the failure; null on success. */
async function change(request: Promise<unknown>): Promise<string | null> {
  try {
    await request
  } catch (reason) {
    return messageOf(reason)
  }
  await invalidateTypes(['userProfile'])
  return null
}

/** A form instead of JSON, so `call` cannot send it. */
async function send(file: File) {
  const { method, path } = routes.uploadBrandLogo
  const body = new FormData()
  body.append('file', file, file.name)
  const response = await fetch(path, { method, credentials: 'include', body })
  if (response.ok) return
  const answer = parseJson(await response.text()) as Partial<http.ErrorAnswer> | null
  throw reportSessionError(path, new ApiError(`${method} ${path}`, response.status, answer))
}

export type Draft = { name: string; website: string; accent: string | null }

export const saveBrand = (body: Draft) => change(call(routes.updateBrand, { body }))
export const uploadBrandLogo = (file: File) => change(send(file))
export const removeBrandLogo = () => change(call(routes.removeBrandLogo))
