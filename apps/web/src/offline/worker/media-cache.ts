/** The name of the cache. All versions of the worker share it, because pictures do not depend on the build. */
export const MEDIA_CACHE = 'daymark.media'
export const MAX_PICTURES = 500

type PictureRequest = Pick<Request, 'url' | 'method' | 'mode' | 'headers'>
type FetchPicture = (request: Request, init: RequestInit) => Promise<Response>
/** Keeps the worker running after the response until the promise settles. */
type KeepAlive = (promise: Promise<unknown>) => void

/**
 * rule 33: whether the worker may cache a picture. It must not cache pictures of galleries, whose URLs contain a token:
 * they are requested every time, because the link may have been revoked.
 */
export function isCacheable({ url, method, mode, headers }: PictureRequest, origin: string): boolean {
  const { origin: requestOrigin, pathname, searchParams } = new URL(url)
  if (requestOrigin !== origin || !pathname.startsWith('/media/variants/')) return false
  return method === 'GET' && mode !== 'navigate' && !headers.has('range') && !searchParams.has('token')
}

/** Caches the pictures of the signed-in user by URL. Removes the oldest pictures above the limit. */
export class MediaCache {
  readonly #storage: CacheStorage
  readonly #fetchPicture: FetchPicture
  /** The cached URLs, oldest first. They are listed only once, because listing a large cache is slow. */
  #cachedUrls: Promise<Set<string>> | undefined
  /**
   * The number of removals so far. If this number changed during a request, the response is not cached, because it may
   * contain the removed picture.
   */
  #removalCount = 0

  constructor(storage: CacheStorage, fetchPicture: FetchPicture) {
    this.#storage = storage
    this.#fetchPicture = fetchPicture
  }

  async respond(request: Request, keepAlive: KeepAlive): Promise<Response> {
    const cached = await this.#find(request.url)
    if (cached) return cached
    const removalCount = this.#removalCount
    // The browser must revalidate its HTTP cache, which may contain a deleted picture or a picture of another user.
    const response = await this.#fetchPicture(request, { cache: 'no-cache' })
    if (response.status === 200) keepAlive(this.#store(request.url, response.clone(), removalCount))
    if (response.status === 401) keepAlive(this.clear())
    return response
  }

  async evict(urls: readonly string[]) {
    this.#removalCount++
    const cache = await this.#open()
    const cachedUrls = await this.#listUrls(cache)
    for (const url of urls) await removePicture(cache, cachedUrls, url)
  }

  async clear() {
    this.#removalCount++
    this.#cachedUrls = undefined
    await this.#storage.delete(MEDIA_CACHE)
  }

  #open = () => this.#storage.open(MEDIA_CACHE)
  #listUrls = (cache: Cache) =>
    (this.#cachedUrls ??= cache.keys().then(requests => new Set(requests.map(request => request.url))))

  /**
   * Finds a cached response. Returns undefined if there is none or the browser refuses access to Cache Storage; the
   * worker then only forwards requests.
   */
  async #find(url: string) {
    const cache = await this.#open().catch(() => undefined)
    return cache?.match(url)
  }

  async #store(url: string, response: Response, removalCount: number) {
    try {
      const cache = await this.#open()
      const cachedUrls = await this.#listUrls(cache)
      await cache.put(url, response)
      cachedUrls.add(url)
      if (removalCount !== this.#removalCount) return await removePicture(cache, cachedUrls, url)
      for (const cachedUrl of cachedUrls) {
        if (cachedUrls.size <= MAX_PICTURES) break
        await removePicture(cache, cachedUrls, cachedUrl)
      }
    } catch {
      // No space is left. The unread response body is canceled, because it would prevent a new worker from becoming
      // active.
      if (!response.bodyUsed) await response.body?.cancel()
    }
  }
}

async function removePicture(cache: Cache, cachedUrls: Set<string>, url: string) {
  cachedUrls.delete(url)
  await cache.delete(url)
}
