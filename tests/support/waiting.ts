import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { setTimeout as delay } from 'node:timers/promises'

/** Polls a health route until it answers 200 and returns its body. On a busy machine a slow service is reported as unavailable. */
export async function waitUntilHealthy<T>(
  stranger: Visitor,
  path: '/api/health' | '/v1/health' | '/healthz' | '/readyz',
): Promise<T> {
  let health: T | undefined
  await pollUntil(`${path} answers 200`, async () => {
    const { status, body } = await stranger.get<T>(path)
    health = body
    return status === 200
  })
  return health as T
}

const PAUSE_MS = 20
/** The product promises one second; the test shares its processors with other tests and products. */
const LIMIT_MS = 5000
/** A check counts as at most this long, so that a suspended process does not consume the limit. */
const MAX_CHECK_MS = 200

/**
 * Polls until the condition is met, for at most LIMIT_MS of checks and pauses. Returns the time used, which the next condition after the
 * same change takes as `passedBefore`.
 */
export async function withinASecond(
  what: string,
  condition: () => Promise<boolean>,
  passedBefore = 0,
): Promise<number> {
  for (let passed = passedBefore; ;) {
    const began = performance.now()
    const sinceLast = () => Math.min(performance.now() - began, MAX_CHECK_MS)
    if (await condition()) return passed + sinceLast()
    if (passed > LIMIT_MS) throw new Error(`not within ${LIMIT_MS} ms: ${what}`)
    await delay(PAUSE_MS)
    passed += sinceLast()
  }
}
