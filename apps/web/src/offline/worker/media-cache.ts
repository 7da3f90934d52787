/** Shared by all versions of the worker: its content is independent of the build. */
export const MEDIA_CACHE = 'daymark.media'
export const MAX_PICTURES = 500

type Asked = Pick<Request, 'url' | 'method' | 'mode' | 'headers'>
type Load = (request: Request, init: RequestInit) => Promise<Response>
/** Keeps the worker alive for work after the response. */
type KeepAlive = (work: Promise<unknown>) => void

/**
 * Only the user's own variants. A visitor's picture carries a token and is requested every time, because the link may have
 * ended (rule 33).
 */
export function isKept({ url, method, mode, headers }: Asked, origin: string): boolean {
  const { origin: from, pathname, searchParams } = new URL(url)
  if (from !== origin || !pathname.startsWith('/media/variants/')) return false
  return method === 'GET' && mode !== 'navigate' && !headers.has('range') && !searchParams.has('token')
}

/** The pictures of the signed-in user by address. The oldest are removed when there are too many. */
export class MediaCache {
  readonly #storage: CacheStorage
  readonly #load: Load
  /** The cached addresses, oldest first; read once because listing the cache becomes slower with its size. */
  #names: Promise<Set<string>> | undefined
  /** Counts removals: a response that was requested before a removal is not cached. */
  #removals = 0

  constructor(storage: CacheStorage, load: Load) {
    this.#storage = storage
    this.#load = load
  }

  async answer(request: Request, keepAlive: KeepAlive): Promise<Response> {
    const kept = await this.#find(request.url)
    if (kept) return kept
    const removals = this.#removals
    // The browser's HTTP cache must revalidate: it may hold a deleted picture or one of another user.
    const response = await this.#load(request, { cache: 'no-cache' })
    if (response.status === 200) keepAlive(this.#keep(request.url, response.clone(), removals))
    if (response.status === 401) keepAlive(this.clear())
    return response
  }

  async evict(urls: readonly string[]) {
    this.#removals++
    const cache = await this.#open()
    const names = await this.#list(cache)
    for (const url of urls) await remove(cache, names, url)
  }

  async clear() {
    this.#removals++
    this.#names = undefined
    await this.#storage.delete(MEDIA_CACHE)
  }

  #open = () => this.#storage.open(MEDIA_CACHE)
  #list = (cache: Cache) =>
    (this.#names ??= cache.keys().then(requests => new Set(requests.map(request => request.url))))

  /** Without Cache Storage, which a browser may refuse, the worker only forwards requests. */
  async #find(url: string) {
    const cache = await this.#open().catch(() => undefined)
    return cache?.match(url)
  }

  async #keep(url: string, response: Response, removals: number) {
    try {
      const cache = await this.#open()
      const names = await this.#list(cache)
      await cache.put(url, response)
      names.add(url)
      if (removals !== this.#removals) return await remove(cache, names, url)
      for (const name of names) {
        if (names.size <= MAX_PICTURES) break
        await remove(cache, names, name)
      }
    } catch {
      // No space: the picture is shown anyway. An unread response body would prevent the worker from being replaced.
      if (!response.bodyUsed) await response.body?.cancel()
    }
  }
}

async function remove(cache: Cache, names: Set<string>, url: string) {
  names.delete(url)
  await cache.delete(url)
}
