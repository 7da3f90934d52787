import * as routes from '@daymark/contracts/routes'
import { invalidateTypes } from '../../../domain/cache/cache.ts'
import { cachedQuery } from '../../../domain/cache/use-cached.ts'
import { call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/outcome.ts'
import { sendForm } from '../../../lib/send-form.ts'

export const brandSettingsQuery = () => cachedQuery('userProfile', routes.getBrand)

/** Waits for a change of the brand and refetches the data. Returns null, or the message of the failure. */
const changeBrand = (request: Promise<unknown>) => failureOf(request.then(() => invalidateTypes(['userProfile'])))

export type BrandDraft = { name: string; website: string; accent: string | null }

export const saveBrand = (body: BrandDraft) => changeBrand(call(routes.updateBrand, { body }))
export const uploadBrandLogo = (file: File) => changeBrand(sendForm(routes.uploadBrandLogo, file))
export const removeBrandLogo = () => changeBrand(call(routes.removeBrandLogo))
