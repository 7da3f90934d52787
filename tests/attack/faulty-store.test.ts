import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import { s3Settings, type TestS3, testS3 } from '@daymark/testing/outside'
import { startDaymark, setUpDaymark } from '../support/daymark.ts'
import { picture, createSharedGallery, stem } from '../support/shared-gallery.ts'
import { type Fault, type StoreProxy, storeProxy } from './support/store-proxy.ts'

const s3: TestS3 | undefined = await testS3()
if (!s3) console.warn('Faults of an S3 store were not tested, no S3 server could be installed')
afterAll(() => s3?.stop())

type Gallery = Awaited<ReturnType<typeof createSharedGallery>>
/** All requests of a gallery that read from the store. */
const readsOf = ({ token, images }: Gallery, which: number): string[] => {
  const name = images[which]?.filename ?? ''
  return [
    `/media/originals/${name}`,
    ...['sm', 'md', 'lg'].map(size => `/media/variants/${size}/${stem(name)}.jpg`),
    `/media/share/md/${stem(name)}.jpg?token=${token}&download=1`,
    `/api/shares/public/${token}/download`,
  ]
}
/** Whether a response looks complete, that is neither truncated nor an error. */
async function looksComplete({ owner }: Gallery, path: string): Promise<boolean> {
  const answer = await owner.get(path).catch(() => undefined)
  return answer !== undefined && answer.status < 400
}

;(s3 ? describe : describe.skip)('an S3 store that gives', () => {
  let proxy: StoreProxy
  let gallery: Gallery
  /** Checks that all bytes are served correctly again, so no wrong bytes were cached. */
  async function nothingIsLost(): Promise<void> {
    proxy.fault = undefined
    for (const which of [0, 1]) {
      const [original = '', ...others] = readsOf(gallery, which)
      expect((await gallery.owner.get(original)).bytes.equals(gallery.originals[which] ?? Buffer.alloc(0))).toBe(true)
      for (const path of others) expect((await gallery.owner.get(path)).status).toBe(200)
    }
  }
  const onReads = (kind: Fault['kind'], key = ''): Fault => ({
    kind,
    applies: ({ method, url = '' }) => method === 'GET' && /\/(originals|variants)\//.test(url) && url.includes(key),
  })
  beforeAll(async () => void (proxy = await storeProxy(s3?.endpoint ?? '')))
  const daymark = setUpDaymark(() => ({ env: { ...s3Settings(proxy.endpoint), DAYMARK_GATEWAY_CACHE_MB: '0' } }))
  beforeAll(async () => void (gallery = await createSharedGallery(daymark, { count: 2 })))
  afterEach(() => void (proxy.fault = undefined))
  afterAll(() => proxy?.stop())

  it.each(['short', 'cut', 'error', 'nonsense'] as const)('does not pass on a %s response as complete', async kind => {
    proxy.fault = onReads(kind)
    for (const path of readsOf(gallery, 0)) expect([path, await looksComplete(gallery, path)]).toEqual([path, false])
    expect((await gallery.owner.get('/api/images')).status).toBe(200)
    await nothingIsLost()
  })

  it('does not let a stuck response block others, nor pass it on as complete', async () => {
    const [stuck = '', other = ''] = [readsOf(gallery, 0)[0], readsOf(gallery, 1)[0]]
    const isStuck = new Promise<void>(reached => {
      const { applies, kind } = onReads('stuck')
      let isFirst = true
      proxy.fault = { kind, applies: asked => applies(asked) && isFirst && !(isFirst = false) && (reached(), true) }
    })
    const waiting = looksComplete(gallery, stuck)
    await isStuck
    expect((await gallery.owner.get(other)).bytes.equals(gallery.originals[1] ?? Buffer.alloc(0))).toBe(true)
    proxy.disconnect()
    expect(await waiting).toBe(false)
    await nothingIsLost()
  })

  it.each(['error', 'nonsense', 'cut'] as const)(
    'stores no photo when a write fails with %s, and the next upload works',
    async kind => {
      const total = async () => (await gallery.owner.get<http.ImageList>('/api/images?limit=1')).body.total
      const before = await total()
      proxy.fault = { kind, applies: ({ method, url = '' }) => method === 'PUT' && url.includes('/originals/') }
      const bytes = await picture(5)
      const answer = await gallery.owner.upload('/api/images', { name: 'a.jpg', bytes, type: 'image/jpeg' })
      expect([kind, answer.status >= 500]).toEqual([kind, true])
      expect(await total()).toBe(before)
      proxy.fault = undefined
      expect((await gallery.owner.upload('/api/images', { name: 'a.jpg', bytes, type: 'image/jpeg' })).status).toBe(201)
      await daymark.settle()
      await nothingIsLost()
    },
  )
})

describe('a folder with truncated files', () => {
  it('does not serve them as complete, and serves the other files', async () => {
    const daymark = await startDaymark()
    try {
      // Detected by size. Encrypted files: tests/spec/photos/encryption.test.ts
      const gallery = await createSharedGallery(daymark, { count: 2, tier: 'starter' })
      const [bad, good] = [gallery.originals[0]?.length, gallery.originals[1] ?? Buffer.alloc(0)]
      const objects = join(daymark.storageDir, 'objects')
      for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (entry.isFile() && (path.includes('variants') || statSync(path).size === bad)) truncateSync(path, 100)
      }
      for (const path of readsOf(gallery, 0)) expect([path, await looksComplete(gallery, path)]).toEqual([path, false])
      expect((await gallery.owner.get(readsOf(gallery, 1)[0] ?? '')).bytes.equals(good)).toBe(true)
    } finally {
      await daymark.stop()
    }
  })
})
