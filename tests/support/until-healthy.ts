import { pollUntil, type Visitor } from '@daymark/testing/outside'

/** What the product says of itself once it is well. Whatever behind it answers late is said to be away, until it answers. */
export async function waitUntilHealthy<T>(
  stranger: Visitor,
  path: '/api/health' | '/v1/health' | '/healthz' | '/readyz',
): Promise<T> {
  let health: T | undefined
  await pollUntil(`${path} says that all is well`, async () => {
    const { status, body } = await stranger.get<T>(path)
    health = body
    return status === 200
  })
  return health as T
}
