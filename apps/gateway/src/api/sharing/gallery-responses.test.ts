import { identity, type Rpc } from '@daymark/contracts'
import { Clock, type RpcClient } from '@daymark/platform'
import { jest } from '@jest/globals'
import { LinkAccess, type OpenLink } from '../../media/visitors/link-access.ts'
import { Caches } from '../../cache/caches.ts'
import type { GatewayConfig } from '../../config.ts'
import { GalleryResponses } from './gallery-responses.ts'
import { PhotographerNames } from '../../custom-domains/studio-brands.ts'

const link: OpenLink = { linkId: 'l', ownerId: 'o', version: '1', watermark: false, expiresAt: null } as OpenLink
const gallery = (showName: boolean) => ({
  album: { title: 'Summer', header: { layout: 'text', photoId: null, x: 50, y: 50 } },
  link: { showName },
  photos: [],
})

/** Galleries with simulated sharing and identity services. */
function createGallery({ showName = true } = {}) {
  const state = {
    name: 'Ada Berg',
    identity: 'available' as 'available' | 'unavailable' | 'silent',
    galleryLoads: 0,
    identityCalls: 0,
  }
  const call = async (contract: Rpc) => {
    if (contract !== identity.getDisplayName) return (state.galleryLoads++, gallery(showName))
    state.identityCalls++
    if (state.identity === 'unavailable') throw new Error('no answer')
    if (state.identity === 'silent') await new Promise(() => undefined)
    return { displayName: state.name }
  }
  const rpc = { call } as unknown as RpcClient
  const caches = new Caches({ cacheMb: 4 } as GatewayConfig)
  const links = new LinkAccess(rpc, new Clock(), caches)
  const responses = new GalleryResponses(rpc, links, new PhotographerNames(rpc, caches), caches)
  const photographer = async () => {
    const { plain } = await responses.bodyOf(link, { token: 't' })
    return (JSON.parse(plain.toString()) as { photographer: string | null }).photographer
  }
  return { state, photographer }
}

describe('the name of the photographer in a gallery', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('rule 38: is shown seconds after the identity service becomes available', async () => {
    const { state, photographer } = createGallery()
    state.identity = 'unavailable'
    expect([await photographer(), await photographer(), state.identityCalls]).toEqual([null, null, 1])
    state.identity = 'available'
    jest.advanceTimersByTime(3001)
    expect([await photographer(), state.galleryLoads]).toEqual(['Ada Berg', 2])
  })

  it('rule 38: is updated within about a minute, and the gallery is not rebuilt earlier', async () => {
    const { state, photographer } = createGallery()
    expect(await photographer()).toBe('Ada Berg')
    state.name = 'Ada Lind'
    jest.advanceTimersByTime(30_000)
    expect([await photographer(), state.galleryLoads]).toEqual(['Ada Berg', 1])
    jest.advanceTimersByTime(33_001)
    expect([await photographer(), state.galleryLoads]).toEqual(['Ada Lind', 2])
  })

  it('rule 38: is still shown while the identity service is unavailable, and delays the gallery by two seconds at most', async () => {
    const { state, photographer } = createGallery()
    expect(await photographer()).toBe('Ada Berg')
    jest.advanceTimersByTime(64_000)
    state.identity = 'silent'
    const late = photographer()
    await jest.advanceTimersByTimeAsync(2001)
    expect([await late, state.galleryLoads]).toEqual(['Ada Berg', 1])
  })

  it('rule 38: is missing if the link does not show it', async () => {
    expect(await createGallery({ showName: false }).photographer()).toBeNull()
  })
})
