import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { invalidate } from '../cache/cache.ts'
import type { PresetChoice } from './preset-choice.ts'

/** Returns null, or the message that explains the failure. */
async function change(request: () => Promise<unknown>): Promise<string | null> {
  try {
    await request()
    await invalidate('share')
    return null
  } catch (reason) {
    logFailure('Changing presets failed', reason)
    return messageOf(reason)
  }
}

/** Overwrites the settings of an existing preset of this name. */
export const savePreset = (name: string, choice: PresetChoice, there: http.Preset | undefined) =>
  change(() =>
    there
      ? call(routes.updatePreset, { params: { id: there.id }, body: choice })
      : call(routes.createPreset, { body: { name, ...choice } }),
  )
export const changePreset = ({ id }: http.Preset, body: { name?: string; is_default?: boolean }) =>
  change(() => call(routes.updatePreset, { params: { id }, body }))
export const deletePreset = ({ id }: http.Preset) => change(() => call(routes.deletePreset, { params: { id } }))
