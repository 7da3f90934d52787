import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { invalidate } from '../cache/cache.ts'
import type { PresetChoice } from './preset-choice.ts'

/** Answers null, or the sentence that says why nothing changed. */
async function change(request: () => Promise<unknown>): Promise<string | null> {
  try {
    await request()
    await invalidate('share')
    return null
  } catch (reason) {
    logFailure('Changing presets failed', reason)
    return (reason instanceof ApiError && reason.sentence) || 'Something went wrong. Please try again.'
  }
}

/** Of a name that is there already the settings are exchanged. */
export const savePreset = (name: string, choice: PresetChoice, there: http.Preset | undefined) =>
  change(() =>
    there
      ? call(routes.updatePreset, { params: { id: there.id }, body: choice })
      : call(routes.createPreset, { body: { name, ...choice } }),
  )
export const changePreset = ({ id }: http.Preset, body: { name?: string; is_default?: boolean }) =>
  change(() => call(routes.updatePreset, { params: { id }, body }))
export const deletePreset = ({ id }: http.Preset) => change(() => call(routes.deletePreset, { params: { id } }))
