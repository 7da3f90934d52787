import type { VisitorFile } from '@daymark/contracts'
import { type Downloadable, toDownloadFile, toVariantFile } from './visitor-file.ts'

const rendition = (key: string) => ({ key, size: 10, width: 4, height: 3, sha256: `sha of ${key}`, crc32: 7 })
const photo = (originalFilename: string, visitorFile: VisitorFile | null): Downloadable => ({
  originalFilename,
  original: { key: 'original', size: 99, sha256: 'sha', crc32: 1, mimeType: 'image/webp', format: 'WebP' },
  lg: rendition('lg'),
  visitorFile,
})
const patched = (patches: (VisitorFile & { kind: 'patched' })['patches']): VisitorFile => ({
  kind: 'patched',
  patches,
  crc32: 5,
})

describe('the file that a visitor downloads', () => {
  it('rule 39: is the unchanged original if it contains no GPS position or serial number', () => {
    const file = toDownloadFile(photo('Beach.webp', patched([])))
    const original = { key: 'original', size: 99, sha256: 'sha', crc32: 5, mimeType: 'image/webp', name: 'Beach.webp' }
    expect(file).toEqual(original)
  })

  it('rule 38: is the patched original with its own hash', () => {
    const one = toDownloadFile(photo('Beach.webp', patched([[3, 5, 0]])))
    const other = toDownloadFile(photo('Beach.webp', patched([[3, 6, 0]])))
    expect(one).toMatchObject({ key: 'original', size: 99, crc32: 5, name: 'Beach.webp', patches: [[3, 5, 0]] })
    expect(new Set(['sha', one.sha256, other.sha256]).size).toBe(3)
    expect(one.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['IMG_1.HEIC', 'IMG_1.jpg'],
    ['DSC 1.final.NEF', 'DSC 1.final.jpg'],
    ['no extension', 'no extension.jpg'],
    ['.cr2', '.cr2.jpg'],
  ])('rule 39: is the full-size JPEG of %s', (name, expected) => {
    const file = toDownloadFile(photo(name, { kind: 'full', rendition: rendition('full') }))
    expect(file).toMatchObject({ key: 'full', mimeType: 'image/jpeg', name: expected })
    expect(file).not.toHaveProperty('patches')
  })

  it('rule 38: is the large variant if the metadata of the original is unknown', () => {
    expect(toDownloadFile(photo('old.png', null))).toMatchObject({ key: 'lg', mimeType: 'image/jpeg', name: 'old.jpg' })
  })

  it('is a JPEG by name, type and bytes if it is a variant', () => {
    expect(toVariantFile('a.png', rendition('sm'))).toEqual({
      key: 'sm',
      size: 10,
      sha256: 'sha of sm',
      crc32: 7,
      mimeType: 'image/jpeg',
      name: 'a.jpg',
    })
  })
})
