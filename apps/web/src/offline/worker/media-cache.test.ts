import { isCacheable, MAX_PICTURES, MEDIA_CACHE, MediaCache } from './media-cache.ts'

const origin = 'http://localhost'
const picture = (name: string) => `${origin}/media/variants/sm/${name}.jpg`

/** Simulates the part of Cache Storage that the worker uses. Entries keep their order. */
class FakeCaches {
  readonly entries = new Map<string, Response>()
  isFull = false
  #cache = {
    match: async (url: string) => this.entries.get(url)?.clone(),
    put: async (url: string, response: Response) => {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
      this.entries.set(url, new Response(await response.text(), response))
    },
    delete: async (url: string) => this.entries.delete(url),
    keys: async () => [...this.entries.keys()].map(url => ({ url })),
  }
  opened: string[] = []
  open = async (name: string) => {
    this.opened.push(name)
    return this.#cache
  }
  delete = async (name: string) => {
    if (name === MEDIA_CACHE) this.entries.clear()
    return true
  }
}

let store: FakeCaches
let media: MediaCache
let requests: { url: string; cache: RequestCache | undefined }[]
let createResponse: (url: string) => Response | Promise<Response>
let pendingWork: Promise<unknown>[]
beforeEach(() => {
  store = new FakeCaches()
  requests = []
  pendingWork = []
  createResponse = url => new Response(`bytes of ${url}`)
  media = new MediaCache(store as unknown as CacheStorage, async ({ url }, { cache }) => {
    requests.push({ url, cache })
    return createResponse(url)
  })
})
async function requestPicture(url: string) {
  const response = await media.respond(new Request(url), promise => void pendingWork.push(promise))
  const text = await response.text()
  await Promise.all(pendingWork)
  return { status: response.status, text }
}

it("a picture is fetched once; the browser's HTTP cache is used only after revalidation", async () => {
  expect(await requestPicture(picture('a'))).toEqual({ status: 200, text: `bytes of ${picture('a')}` })
  expect(await requestPicture(picture('a'))).toEqual({ status: 200, text: `bytes of ${picture('a')}` })
  expect(requests).toEqual([{ url: picture('a'), cache: 'no-cache' }])
  expect(new Set(store.opened)).toEqual(new Set([MEDIA_CACHE]))
})

it('the oldest picture is removed when there are more than 500, including those of the previous worker', async () => {
  for (let n = 1; n <= MAX_PICTURES; n++) store.entries.set(picture(`old-${n}`), new Response('x'))
  await Promise.all([requestPicture(picture('a')), requestPicture(picture('b'))])
  expect(MAX_PICTURES).toBe(500)
  expect(store.entries.size).toBe(500)
  expect([...store.entries.keys()].slice(0, 2)).toEqual([picture('old-3'), picture('old-4')])
  expect([...store.entries.keys()].slice(-2).toSorted()).toEqual([picture('a'), picture('b')])
})

it.each([401, 403, 404, 500, 206])('a response with status %i is passed on but not cached', async status => {
  createResponse = () => new Response('no', { status })
  expect(await requestPicture(picture('a'))).toEqual({ status, text: 'no' })
  expect(store.entries.size).toBe(0)
})

it('a 401 clears the pictures of the previous user', async () => {
  await requestPicture(picture('a'))
  createResponse = () => new Response('no', { status: 401 })
  await requestPicture(picture('b'))
  expect(store.entries.size).toBe(0)
})

it('L-STATE-04 an evicted picture is fetched again, the others are not', async () => {
  await requestPicture(picture('a'))
  await requestPicture(picture('b'))
  await media.evict([picture('a'), picture('unknown')])
  await requestPicture(picture('a'))
  await requestPicture(picture('b'))
  expect(requests.map(({ url }) => url)).toEqual([picture('a'), picture('b'), picture('a')])
})

it.each([
  ['evicted', () => media.evict([picture('a')])],
  ['cleared', () => media.clear()],
])('a picture that was loading while it was %s is not cached', async (_, forget) => {
  let respond: (response: Response) => void = () => undefined
  createResponse = () => new Promise<Response>(resolve => (respond = resolve))
  const shown = requestPicture(picture('a'))
  await new Promise(resolve => setTimeout(resolve))
  await forget()
  respond(new Response('late'))
  expect((await shown).text).toBe('late')
  expect(store.entries.size).toBe(0)
})

it('without space or without a cache, pictures are still shown', async () => {
  store.isFull = true
  expect((await requestPicture(picture('a'))).status).toBe(200)
  store.open = () => Promise.reject(new DOMException('no', 'SecurityError'))
  expect((await requestPicture(picture('b'))).status).toBe(200)
})

it('an unreachable server fails the picture unless it is cached', async () => {
  await requestPicture(picture('a'))
  createResponse = () => Promise.reject(new TypeError('offline'))
  expect((await requestPicture(picture('a'))).status).toBe(200)
  await expect(requestPicture(picture('b'))).rejects.toThrow('offline')
})

it.each<[boolean, string, RequestInit]>([
  [true, picture('a'), {}],
  [true, `${picture('a')}?v=2`, {}],
  [false, `${picture('a')}?token=abc`, {}],
  [false, `${origin}/media/share/sm/a.jpg?token=abc`, {}],
  [false, `${origin}/media/share/sm/a.jpg`, {}],
  [false, `${origin}/media/originals/a.jpg`, {}],
  [false, `${origin}/api/images`, {}],
  [false, `${origin}/v1/images`, {}],
  [false, `${origin}/share/abc`, {}],
  [false, `${origin}/assets/index-1.js`, {}],
  [false, 'https://elsewhere.example/media/variants/sm/a.jpg', {}],
  [false, picture('a'), { method: 'HEAD' }],
  [false, picture('a'), { headers: { range: 'bytes=0-9' } }],
])('cached: %s for %s %j', (expected, url, init) => {
  expect(isCacheable(new Request(url, init), origin)).toBe(expected)
})

it('rule 33 the worker responds with cached pictures, and leaves pictures of galleries to the browser', async () => {
  store.entries.set(picture('a'), new Response('cached'))
  const worker = Object.assign(new EventTarget(), { location: { origin } })
  Object.assign(globalThis, { self: worker, caches: store })
  // A variable, because TypeScript would check the worker with the types of a page.
  const workerFile = './sw.ts'
  await import(workerFile)
  const responsesTo = (url: string) => {
    const responses: Promise<Response>[] = []
    const respondWith = (response: Promise<Response>) => void responses.push(response)
    worker.dispatchEvent(Object.assign(new Event('fetch'), { request: new Request(url), respondWith }))
    return responses
  }
  expect(await (await responsesTo(picture('a'))[0])?.text()).toBe('cached')
  expect(responsesTo(`${origin}/media/share/sm/a.jpg?token=abc`)).toEqual([])
})

it('a picture opened in its own tab is revalidated: a deleted one must be gone there', () => {
  expect(isCacheable({ url: picture('a'), method: 'GET', mode: 'navigate', headers: new Headers() }, origin)).toBe(
    false,
  )
})
