import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { invalidate } from '../../domain/cache/cache.ts'
import { ApiError, call, reportSessionError, parseJson } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

/** S-WM-12: a failure is logged and not shown. Returns whether it succeeded, after the data on screen is updated. */
async function change(what: string, request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request()
  } catch (reason) {
    logFailure(what, reason)
    return false
  }
  await invalidate('watermark')
  return true
}

/** A form instead of JSON, so `call` cannot send it. */
async function sendLogo(file: File) {
  const { method, path } = routes.uploadWatermark
  const body = new FormData()
  body.append('file', file, file.name)
  const response = await fetch(path, { method, credentials: 'include', body })
  if (response.ok) return
  const answer = parseJson(await response.text()) as Partial<http.ErrorAnswer> | null
  throw reportSessionError(path, new ApiError(`${method} ${path}`, response.status, answer))
}

/** S-WMA-02 */
export const uploadLogo = (file: File) => change('The watermark could not be uploaded', () => sendLogo(file))

/** S-WMA-03 */
export const saveConfig = (config: http.WatermarkConfig) =>
  change('The watermark settings could not be saved', () => call(routes.updateWatermark, { body: config }))

/** S-WMA-04 */
export const removeLogo = () => change('The watermark could not be removed', () => call(routes.removeWatermark))
