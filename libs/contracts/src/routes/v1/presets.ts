import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

export const listPresets = v1('GET', '/v1/presets', {
  scope: 'read',
  answer: http.presets,
  doc: {
    id: 'listPresets',
    category: 'Shares',
    summary: 'List presets for share links',
    description: 'Send its id as `preset_id` when you create a share link. The link copies the settings.',
  },
})
