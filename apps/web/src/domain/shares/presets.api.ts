import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../lib/api.ts'
import { failureOf } from '../../lib/outcome.ts'
import { invalidate } from '../cache/cache.ts'
import { cachedQuery } from '../cache/use-cached.ts'
import type { PresetInput } from './preset-choice.ts'

/** Reads the presets, which are named settings for new links. */
export const presetsQuery = () => cachedQuery('shares', routes.listPresets)

/** Runs a change of presets. Returns null on success, or the message of the failure. */
const changePresets = (request: Promise<unknown>) =>
  failureOf(
    request.then(() => invalidate('share')),
    { logMessage: 'Changing presets failed' },
  )

/** Creates a preset with this name, or replaces the settings of `existing`, the preset with this name. */
export const savePreset = (name: string, input: PresetInput, existing: http.Preset | undefined) =>
  changePresets(
    existing
      ? call(routes.updatePreset, { params: { id: existing.id }, body: input })
      : call(routes.createPreset, { body: { name, ...input } }),
  )
export const changePreset = ({ id }: http.Preset, body: { name?: string; is_default?: boolean }) =>
  changePresets(call(routes.updatePreset, { params: { id }, body }))
export const deletePreset = ({ id }: http.Preset) => changePresets(call(routes.deletePreset, { params: { id } }))
