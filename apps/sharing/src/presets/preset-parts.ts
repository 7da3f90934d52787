import { CreatePreset } from './create-preset.handler.ts'
import { DeletePreset } from './delete-preset.handler.ts'
import { GetPreset } from './get-preset.handler.ts'
import { ListPresets } from './list-presets.handler.ts'
import { Presets } from './presets.ts'
import { UpdatePreset } from './update-preset.handler.ts'

export const presetHandlers = [ListPresets, GetPreset, CreatePreset, UpdatePreset, DeletePreset]
export const presetProviders = [Presets]
