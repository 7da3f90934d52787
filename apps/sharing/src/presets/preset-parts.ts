import { CreatePreset, DeletePreset, GetPreset, ListPresets, UpdatePreset } from './presets.handlers.ts'
import { Presets } from './presets.ts'

export const presetHandlers = [ListPresets, GetPreset, CreatePreset, UpdatePreset, DeletePreset]
export const presetProviders = [Presets]
