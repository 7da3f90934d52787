import type { Capture, http } from '@daymark/contracts'
import { createHash } from 'node:crypto'
import type { PhotoFacts } from '../../shared/messages.ts'

const DIGITS = 16
const END = 4

/**
 * Returns capture time and camera body for the library (rule 136). The serial number stays in this service: bodies are identified by a
 * digest of make, model and serial number, and by its last characters. The library computes the same for photos of earlier releases
 * (apps/library/src/photos/photo-columns.ts).
 */
export function captureOf({ capture: { serial, ...time }, exif }: Pick<PhotoFacts, 'capture' | 'exif'>): Capture {
  const { make = '', model = '' } = exif
  const body = [make, model, ...(serial === undefined ? [] : [serial])].join('\n')
  if (body === '\n') return time
  const camera = createHash('sha256').update(body).digest('hex').slice(0, DIGITS)
  return { ...time, camera, ...(serial !== undefined && { serialEnd: serial.slice(-END) }) }
}

const NEARLY_SQUARE = 0.01

/** L-ENT-06: the shape of a photo. It is square if its sides differ by at most 1 % (rule 17). */
export function shapeOf(width: number, height: number): http.Orientation {
  if (Math.abs(width - height) <= Math.max(width, height) * NEARLY_SQUARE) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
