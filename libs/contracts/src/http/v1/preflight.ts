import { z } from 'zod'
import { finding as shown, preflight as report } from '../preflight.ts'

export const finding = shown.omit({ images: true })
export const preflight = report.extend({ findings: z.array(finding) })
export type Preflight = z.infer<typeof preflight>
