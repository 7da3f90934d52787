import type { http, ManifestPhoto } from '@daymark/contracts'
import { generateManifestJson, generateManifestLines, type ManifestPage } from './presenters.ts'

const photo = (n: number): ManifestPhoto => ({
  id: `photo ${n}`,
  filename: `a-${n}.jpg`,
  originalFilename: 'a.jpg',
  size: 1,
  sha256: 'ab',
  takenAt: null,
  status: 'completed',
})
const pages: ManifestPage[] = [
  { photos: [photo(0), photo(1)], next: '1' },
  { photos: [], next: '2' },
  { photos: [photo(2)], next: null },
]
const head = { album: { id: 'album' } as http.v1.Album, generated_at: '2026-01-01T00:00:00.000Z' }

function manifest(first = pages[0] as ManifestPage) {
  const loaded: string[] = []
  const loadNext = async (after: string): Promise<ManifestPage> => {
    loaded.push(after)
    return pages[Number(after)] as ManifestPage
  }
  return { loaded, parts: { head, site: 'https://example.com', firstPage: first, loadNext } }
}

describe('the manifest of an album', () => {
  it.each([
    ['JSON', generateManifestJson],
    ['JSON lines', generateManifestLines],
  ])('as %s loads a page after the client has read the previous one', async (_, write) => {
    const { loaded, parts } = manifest()
    const pieces = write(parts)
    await pieces.next()
    await pieces.next()
    expect(loaded).toEqual([])
    await pieces.next()
    expect(loaded[0]).toBe('1')
    await pieces.return(undefined)
    expect(loaded.length).toBeLessThan(3)
  })
  it('has the same content in both formats', async () => {
    const json = JSON.parse((await Array.fromAsync(generateManifestJson(manifest().parts))).join(''))
    const [first, ...images] = (await Array.fromAsync(generateManifestLines(manifest().parts)))
      .join('')
      .trimEnd()
      .split('\n')
    expect(json).toEqual({ ...JSON.parse(first ?? ''), images: images.map(line => JSON.parse(line)) })
    expect(json.images.map((image: http.v1.ManifestImage) => image.position)).toEqual([0, 1, 2])
    const none = manifest({ photos: [], next: null }).parts
    expect(JSON.parse((await Array.fromAsync(generateManifestJson(none))).join(''))).toEqual({ ...head, images: [] })
  })
  it('is valid JSON if the first page is empty', async () => {
    const { parts } = manifest(pages[1] as ManifestPage)
    expect(JSON.parse((await Array.fromAsync(generateManifestJson(parts))).join('')).images).toHaveLength(1)
  })
})
