export type MinimumRate = { bytesPerSecond: number; seconds: number }

/**
 * Passes pieces on and calls `tooSlow` if the sender is slower than the minimum rate over a whole period. Only time spent waiting for the
 * sender counts, so a slow store does not matter.
 */
export async function* withMinimumRate(
  source: AsyncIterable<Buffer>,
  { bytesPerSecond, seconds }: MinimumRate,
  tooSlow: () => void,
): AsyncGenerator<Buffer, undefined> {
  const periodMs = seconds * 1000
  let bytes = 0
  let waited = 0
  let waitingSince = performance.now()
  let isWaiting = true
  const check = setInterval(() => {
    if (isWaiting) count()
    if (waited < periodMs) return
    if (bytes < (bytesPerSecond * waited) / 1000) tooSlow()
    bytes = 0
    waited = 0
  }, periodMs / 4)
  const count = (): void => {
    const now = performance.now()
    waited += now - waitingSince
    waitingSince = now
  }
  try {
    for await (const piece of source) {
      count()
      isWaiting = false
      bytes += piece.length
      yield piece
      isWaiting = true
      waitingSince = performance.now()
    }
  } finally {
    clearInterval(check)
  }
}
