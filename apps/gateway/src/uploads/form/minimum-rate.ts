export type LeastRate = { bytesPerSecond: number; seconds: number }

/**
 * The pieces as they come. A sender that is slower than the least rate over a whole stretch of time is ended by `tooSlow`; the
 * first stretch is its grace. Only time spent waiting for the sender counts: a store that is slow is no fault of it.
 */
export async function* withLeastRate(
  source: AsyncIterable<Buffer>,
  { bytesPerSecond, seconds }: LeastRate,
  tooSlow: () => void,
): AsyncGenerator<Buffer, undefined> {
  const stretchMs = seconds * 1000
  let bytes = 0
  let waited = 0
  let waitingSince = performance.now()
  let isWaiting = true
  const look = setInterval(() => {
    if (isWaiting) count()
    if (waited < stretchMs) return
    if (bytes < (bytesPerSecond * waited) / 1000) tooSlow()
    bytes = 0
    waited = 0
  }, stretchMs / 4)
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
    clearInterval(look)
  }
}
