import { z } from 'zod'
import { preset as shown } from '../presets.ts'
import { time } from './fields.ts'

export const preset = shown.extend({ id: z.uuid(), created_at: time, updated_at: time })
export type Preset = z.infer<typeof preset>
export const presets = z.object({ presets: z.array(preset) })
