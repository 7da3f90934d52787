import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import { cachedQuery } from '../../../domain/cache/use-cached.ts'
import { ApiError, call, reportSessionError, parseJson } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/outcome.ts'

export const brandSettingsQuery = () => cachedQuery('userProfile', routes.getBrand)

/** Waits for a change of the brand and refetches the data. Returns null, or the message of the failure. */
const changeBrand = (request: Promise<unknown>) => failureOf(request.then(() => invalidateTypes(['userProfile'])))

/** Uploads the logo as a form, which `call` does not support. */
async function uploadLogo(file: File) {
  const { method, path } = routes.uploadBrandLogo
  const body = new FormData()
  body.append('file', file, file.name)
  const response = await fetch(path, { method, credentials: 'include', body })
  if (response.ok) return
  const errorBody = parseJson(await response.text()) as Partial<http.ErrorAnswer> | null
  throw reportSessionError(path, new ApiError(`${method} ${path}`, response.status, errorBody))
}

export type BrandDraft = { name: string; website: string; accent: string | null }

export const saveBrand = (body: BrandDraft) => changeBrand(call(routes.updateBrand, { body }))
export const uploadBrandLogo = (file: File) => changeBrand(uploadLogo(file))
export const removeBrandLogo = () => changeBrand(call(routes.removeBrandLogo))
