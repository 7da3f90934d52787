import { createHash } from 'node:crypto'
import { errors } from '@daymark/contracts'

/**
 * Some photos of a gallery as the address of a ZIP carries them: a bit for each photo in the gallery's order, and what that order
 * was. Nothing has to be kept for it, and a download that goes on later either gets the very same photos or is refused.
 */
export function encodeSelection(photoIds: readonly string[], chosen: ReadonlySet<string>): string {
  const bits = Buffer.alloc(Math.ceil(photoIds.length / 8))
  photoIds.forEach((photoId, i) => {
    if (chosen.has(photoId)) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
  })
  return `${orderOf(photoIds)}.${bits.toString('base64url')}`
}

/** Which photos of the gallery these are. */
export function decodeSelection(photoIds: readonly string[], selection: string): Set<string> {
  const [order, text = ''] = selection.split('.')
  if (order !== orderOf(photoIds))
    throw errors.CONFLICT({ reason: 'The gallery has changed. Please choose the photos again.' })
  const bits = Buffer.from(text, 'base64url')
  return new Set(photoIds.filter((_, i) => ((bits[i >> 3] ?? 0) >> (i & 7)) & 1))
}

const orderOf = (photoIds: readonly string[]): string =>
  createHash('sha256').update(photoIds.join()).digest('base64url').slice(0, 16)
