import { errors } from '@daymark/contracts'
import { createHash } from 'node:crypto'

/**
 * Encodes some photos of a gallery for the address of a ZIP: one bit per photo in the gallery's order, and a hash of
 * that order. Nothing is stored, and a resumed download either gets the same photos or is rejected.
 */
export function encodeSelection(photoIds: readonly string[], chosen: ReadonlySet<string>): string {
  const bits = Buffer.alloc(Math.ceil(photoIds.length / 8))
  photoIds.forEach((photoId, i) => {
    if (chosen.has(photoId)) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
  })
  return `${hashOrder(photoIds)}.${bits.toString('base64url')}`
}

/** Decodes the selected photos. */
export function decodeSelection(photoIds: readonly string[], selection: string): Set<string> {
  const [order, text = ''] = selection.split('.')
  if (order !== hashOrder(photoIds))
    throw errors.CONFLICT({ reason: 'The gallery has changed. Please choose the photos again.' })
  const bits = Buffer.from(text, 'base64url')
  return new Set(photoIds.filter((_, i) => ((bits[i >> 3] ?? 0) >> (i & 7)) & 1))
}

const hashOrder = (photoIds: readonly string[]): string =>
  createHash('sha256').update(photoIds.join()).digest('base64url').slice(0, 16)
