import * as http from '../http/index.ts'
import { route } from '../route.ts'

/** rule 142. */
export const listPresets = route('GET', '/api/presets', { auth: 'session', answer: http.presets })
export const createPreset = route('POST', '/api/presets', {
  auth: 'session',
  body: http.presetBody,
  answer: http.preset,
  status: 201,
  location: ({ answer: { id } }) => `/api/presets/${id}`,
  errors: ['PRESET_NAME_TAKEN', 'PRESETS_FULL'],
})
export const getPreset = route('GET', '/api/presets/:id', {
  auth: 'session',
  answer: http.preset,
  errors: ['PRESET_NOT_FOUND'],
})
export const updatePreset = route('PATCH', '/api/presets/:id', {
  auth: 'session',
  body: http.presetPatch,
  answer: http.preset,
  errors: ['PRESET_NAME_TAKEN', 'PRESET_NOT_FOUND'],
})
export const deletePreset = route('DELETE', '/api/presets/:id', {
  auth: 'session',
  answer: http.success,
  errors: ['PRESET_NOT_FOUND'],
})
