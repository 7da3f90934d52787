import { type http, type Input, KEPT_SETTINGS, type presets, type PresetView } from '@daymark/contracts'

export function presentPreset(preset: PresetView): http.Preset {
  return {
    id: preset.id,
    name: preset.name,
    settings: outside(preset.settings),
    expires_after_days: preset.expiresAfterDays,
    ask_password: preset.askPassword,
    is_default: preset.isDefault,
    left_out: preset.leftOut,
    created_at: preset.createdAt,
    updated_at: preset.updatedAt,
  }
}

/** The same settings have the same values in and out, under the names of `PRESET_SETTINGS`. */
const renamed = (settings: object, names: readonly (readonly [from: string, to: string])[]) => {
  const values = new Map<string, unknown>(Object.entries(settings))
  return Object.fromEntries(names.filter(([from]) => values.has(from)).map(([from, to]) => [to, values.get(from)]))
}
const outside = (settings: PresetView['settings']): http.PresetSettings => renamed(settings, KEPT_SETTINGS)
export const presetSettings = (settings: http.PresetSettings): Input<typeof presets.createPreset>['settings'] =>
  renamed(
    settings,
    KEPT_SETTINGS.map(([inside, name]) => [name, inside]),
  )
