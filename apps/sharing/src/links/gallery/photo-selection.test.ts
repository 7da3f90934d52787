import { randomUUID } from 'node:crypto'
import { decodeSelection, encodeSelection } from './photo-selection.ts'

const gallery = (count: number) => Array.from({ length: count }, () => randomUUID())

describe('a selection in an address', () => {
  it.each([
    [1, [0]],
    [8, [0, 7]],
    [9, [8]],
    [100, [3, 64, 99]],
  ])('of %d photos names the ones at %j', (count, places) => {
    const photos = gallery(count)
    const chosen = new Set(places.map(i => photos[i] ?? ''))
    expect(decodeSelection(photos, encodeSelection(photos, chosen))).toEqual(chosen)
  })

  it('of thousands still fits into an address', () => {
    const photos = gallery(20_000)
    expect(encodeSelection(photos, new Set(photos)).length).toBeLessThan(4000)
  })

  it('is refused where the gallery is another by now, and finds nothing in what is no selection', () => {
    const photos = gallery(3)
    const selection = encodeSelection(photos, new Set(photos))
    expect(() => decodeSelection(photos.toReversed(), selection)).toThrow('The gallery has changed.')
    expect(() => decodeSelection([...photos, randomUUID()], selection)).toThrow('changed')
    expect(() => decodeSelection(photos, 'x')).toThrow('changed')
    const [order] = selection.split('.')
    expect(decodeSelection(photos, `${order}.`)).toEqual(new Set())
  })
})
