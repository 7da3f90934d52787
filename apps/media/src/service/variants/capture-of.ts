import { createHash } from 'node:crypto'
import type { Capture } from '@daymark/contracts'
import type { PhotoFacts } from '../../shared/messages.ts'

const DIGITS = 16
const END = 4

/**
 * What the library is told of the moment and the body (rule 136). The serial number stays here: what tells bodies apart is a digest
 * of make, model and serial number, and its last characters.
 */
export function captureOf({ capture: { serial, ...time }, exif }: Pick<PhotoFacts, 'capture' | 'exif'>): Capture {
  const { make = '', model = '' } = exif
  const body = [make, model, ...(serial === undefined ? [] : [serial])].join('\n')
  if (body === '\n') return time
  const camera = createHash('sha256').update(body).digest('hex').slice(0, DIGITS)
  return { ...time, camera, ...(serial !== undefined && { serialEnd: serial.slice(-END) }) }
}
