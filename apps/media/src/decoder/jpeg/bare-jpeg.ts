import { COMMENT, EOI, isApplication, segments } from './jpeg-segments.ts'
import { Unsafe } from '../visitor/unsafe.ts'

const JFIF = 0xe0
const ADOBE = 0xee

/** The same picture, to the last bit, without anything about it; undefined where the bytes are not in order. */
export function bareJpeg(bytes: Buffer): Buffer | undefined {
  try {
    const all = [...segments(bytes, 0, bytes.length)]
    if (all.at(-1)?.marker !== EOI) return undefined
    const kept = all.filter(({ marker, start }) => {
      if (marker === JFIF) return bytes.toString('latin1', start, start + 5) === 'JFIF\0'
      if (marker === ADOBE) return bytes.toString('latin1', start, start + 5) === 'Adobe'
      return marker !== COMMENT && !isApplication(marker)
    })
    return Buffer.concat([bytes.subarray(0, 2), ...kept.map(({ from, next }) => bytes.subarray(from, next))])
  } catch (error) {
    if (error instanceof Unsafe) return undefined
    throw error
  }
}
