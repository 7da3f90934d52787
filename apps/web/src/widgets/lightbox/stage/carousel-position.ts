import { PREFETCH_AFTER, PREFETCH_BEFORE } from '@daymark/contracts'

const prefetchOffsets = Array.from({ length: PREFETCH_BEFORE + PREFETCH_AFTER + 1 }, (_, n) => n - PREFETCH_BEFORE)
  .filter(offset => offset !== 0)
  .sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)

/** L-LB-06, S-PUB-12: both ends wrap. */
export const wrapIndex = (index: number, total: number) => (total > 0 ? ((index % total) + total) % total : 0)

/** L-LB-22: the photos to prefetch, the likeliest first; each once, never the current one. */
export function prefetchIndexes(current: number, total: number): number[] {
  const indexes = prefetchOffsets.map(offset => wrapIndex(current + offset, total))
  return [...new Set(indexes)].filter(index => index !== current)
}
