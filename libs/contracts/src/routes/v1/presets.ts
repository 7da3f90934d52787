import * as http from '../../http/v1/index.ts'
import { v1 } from './route.ts'

export const listPresets = v1('GET', '/v1/presets', {
  scope: 'read',
  answer: http.presets,
  doc: {
    id: 'listPresets',
    category: 'Shares',
    summary: 'List your presets for share links',
    description: 'Name one as `preset_id` when you create a share link: the link gets a copy of its settings.',
  },
})
