import { type Actor, library, type Rpc, sharing, type VariantFiles } from '@daymark/contracts'
import type { RpcClient } from '@daymark/platform'
import { Caches } from '../cache/caches.ts'
import type { GatewayConfig } from '../config.ts'
import { tag } from '../cache/event-tags.ts'
import type { OpenLink } from './visitors/link-access.ts'
import { VariantLocations } from './variant-locations.ts'

const createLocation = (key: string) => ({ key, size: 7, sha256: 'a'.repeat(64) })
const file = (name: string): VariantFiles => ({
  photoId: `id of ${name}`,
  name,
  downloadName: `${name}.jpg`,
  sm: createLocation(`${name}/sm`),
  md: createLocation(`${name}/md`),
  lg: createLocation(`${name}/lg`),
})
const createVariantRequest = (name: string) => ({ name, size: 'sm' as const, token: 't' })
const gallery = (version: string) => ({ linkId: 'gallery', ownerId: 'o', version }) as OpenLink

/** Variant locations with simulated sharing and library services, whose calls receive the answers of the test in order. */
function createLocations() {
  const answers: (() => Promise<unknown>)[] = []
  const calls: Rpc[] = []
  const call = (contract: Rpc) => (calls.push(contract), answers.shift()?.() ?? Promise.reject(new Error('not found')))
  const sizes = { cacheMb: 4 }
  const caches = new Caches(sizes as GatewayConfig)
  return { caches, calls, answers, locations: new VariantLocations({ call } as unknown as RpcClient, caches) }
}

describe('the locations of variants', () => {
  it('are loaded once for neighboring photos, even for concurrent requests', async () => {
    const { locations, answers, calls } = createLocations()
    const replaced = { ...file('b'), fileId: 'replacement of b' }
    answers.push(async () => ({ version: '1', files: [file('a'), replaced, file('c')] }))
    const found = await Promise.all(
      ['a', 'b', 'c'].map(name => locations.findInGallery(gallery('1'), createVariantRequest(name), '')),
    )
    expect(found.map(one => one.key)).toEqual(['a/sm', 'b/sm', 'c/sm'])
    expect(calls).toEqual([sharing.listFiles])
    expect(locations.peekInGallery(gallery('1'), { name: 'b', size: 'lg' })).toMatchObject({
      photoId: 'id of b',
      fileId: 'replacement of b',
      key: 'b/lg',
      size: 7,
      sha256: 'a'.repeat(32),
      mimeType: 'image/jpeg',
      downloadName: 'b.jpg',
    })
  })

  it('are cached by the gallery version of the answer', async () => {
    const { locations, answers } = createLocations()
    answers.push(async () => ({ version: '2', files: [file('a')] }))
    expect((await locations.findInGallery(gallery('1'), createVariantRequest('a'), '')).key).toBe('a/sm')
    expect(locations.peekInGallery(gallery('1'), createVariantRequest('a'))).toBeUndefined()
    expect(locations.peekInGallery(gallery('2'), createVariantRequest('a'))?.key).toBe('a/sm')
  })

  it('are loaded again by waiting requests if the first load fails', async () => {
    const { locations, answers } = createLocations()
    answers.push(() => Promise.reject(new Error('gone')))
    answers.push(async () => ({ version: '1', files: [file('a')] }))
    const failed = locations.findInGallery(gallery('1'), createVariantRequest('a'), '')
    const waited = locations.findInGallery(gallery('1'), createVariantRequest('a'), '')
    await expect(failed).rejects.toThrow('gone')
    expect((await waited).key).toBe('a/sm')
  })

  it('are requested from sharing for a photo that is not listed', async () => {
    const { locations, answers, calls } = createLocations()
    answers.push(async () => ({ version: '1', files: [] }))
    answers.push(async () => ({ ...createLocation('former'), linkId: 'gallery', ownerId: 'o' }))
    expect((await locations.findInGallery(gallery('1'), createVariantRequest('x'), '')).key).toBe('former')
    expect(calls).toEqual([sharing.listFiles, sharing.locatePublic])
  })

  it('of an owner are loaded again when a photo of the owner changes', async () => {
    const { locations, caches, answers, calls } = createLocations()
    const [actor, wanted] = [{ userId: 'o' } as Actor, { name: 'a', size: 'sm' as const }]
    const list = async () => ({ files: [file('a')] })
    answers.push(list, list)
    await locations.findForOwner(actor, wanted)
    await locations.findForOwner(actor, wanted)
    expect([locations.peekOwn(actor, wanted)?.key, calls.length]).toEqual(['a/sm', 1])
    caches.invalidate([tag.photos('another')])
    expect(locations.peekOwn(actor, wanted)?.key).toBe('a/sm')
    caches.invalidate([tag.photos('o')])
    expect(locations.peekOwn(actor, wanted)).toBeUndefined()
    await locations.findForOwner(actor, wanted)
    expect(calls).toEqual([library.listFiles, library.listFiles])
  })
})
