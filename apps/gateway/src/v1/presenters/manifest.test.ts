import type { http, ManifestPhoto } from '@daymark/contracts'
import { asJson, asLines, type Page } from './share.ts'

const photo = (n: number): ManifestPhoto => ({
  ...{ id: `photo ${n}`, filename: `a-${n}.jpg`, originalFilename: 'a.jpg', size: 1, sha256: 'ab' },
  ...{ takenAt: null, status: 'completed' },
})
const pages: Page[] = [
  { photos: [photo(0), photo(1)], next: '1' },
  { photos: [], next: '2' },
  { photos: [photo(2)], next: null },
]
const head = { album: { id: 'album' } as http.v1.Album, generated_at: '2026-01-01T00:00:00.000Z' }

function manifest(first = pages[0] as Page) {
  const asked: string[] = []
  const more = async (after: string): Promise<Page> => {
    asked.push(after)
    return pages[Number(after)] as Page
  }
  return { asked, parts: { head, site: 'https://example.com', first, more } }
}

describe('a manifest', () => {
  it.each([
    ['JSON', asJson],
    ['JSON lines', asLines],
  ])('as %s asks for a page when the one before was taken', async (_, write) => {
    const { asked, parts } = manifest()
    const pieces = write(parts)
    await pieces.next()
    await pieces.next()
    expect(asked).toEqual([])
    await pieces.next()
    expect(asked[0]).toBe('1')
    await pieces.return(undefined)
    expect(asked.length).toBeLessThan(3)
  })
  it('is the same in both, whatever its pages hold', async () => {
    const json = JSON.parse((await Array.fromAsync(asJson(manifest().parts))).join(''))
    const [first, ...images] = (await Array.fromAsync(asLines(manifest().parts))).join('').trimEnd().split('\n')
    expect(json).toEqual({ ...JSON.parse(first ?? ''), images: images.map(line => JSON.parse(line)) })
    expect(json.images.map((image: http.v1.ManifestImage) => image.position)).toEqual([0, 1, 2])
    const none = manifest({ photos: [], next: null }).parts
    expect(JSON.parse((await Array.fromAsync(asJson(none))).join(''))).toEqual({ ...head, images: [] })
  })
  it('with an empty page in front is one JSON too', async () => {
    const { parts } = manifest(pages[1] as Page)
    expect(JSON.parse((await Array.fromAsync(asJson(parts))).join('')).images).toHaveLength(1)
  })
})
