import { randomUUID } from 'node:crypto'
import { decodeSelection, encodeSelection } from './list-archive.handler.ts'

const randomPhotoIds = (count: number) => Array.from({ length: count }, () => randomUUID())

describe('a selection encoded for an address', () => {
  it.each([
    [1, [0]],
    [8, [0, 7]],
    [9, [8]],
    [100, [3, 64, 99]],
  ])('in a gallery of %d photos decodes to the photos at positions %j', (count, positions) => {
    const photos = randomPhotoIds(count)
    const chosen = new Set(positions.map(i => photos[i] ?? ''))
    expect(decodeSelection(photos, encodeSelection(photos, chosen))).toEqual(chosen)
  })

  it('of 20,000 photos fits into an address', () => {
    const photos = randomPhotoIds(20_000)
    expect(encodeSelection(photos, new Set(photos)).length).toBeLessThan(4000)
  })

  it('is rejected after the gallery has changed, and an empty selection decodes to no photos', () => {
    const photos = randomPhotoIds(3)
    const selection = encodeSelection(photos, new Set(photos))
    expect(() => decodeSelection(photos.toReversed(), selection)).toThrow('The gallery has changed.')
    expect(() => decodeSelection([...photos, randomUUID()], selection)).toThrow('changed')
    expect(() => decodeSelection(photos, 'x')).toThrow('changed')
    const [order] = selection.split('.')
    expect(decodeSelection(photos, `${order}.`)).toEqual(new Set())
  })
})
