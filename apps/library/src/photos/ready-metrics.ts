import { metrics, SLOW } from '@daymark/platform'
import type { Photo } from './photo.entity.ts'

const took = metrics.histogram(
  'daymark.library.photo.ready.duration',
  'Time from the upload of a photo until it can be looked at, or is known not to be one',
  SLOW,
)

/** Once for each photo: later renditions and late news are no news of its upload. */
export const measureReady = ({ createdAt }: Photo, now: Date, outcome: 'ready' | 'failed'): void =>
  took.record(Math.max(0, +now - +createdAt) / 1000, { outcome })
