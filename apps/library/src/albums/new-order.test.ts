import { randomUUID } from 'node:crypto'
import { newOrder } from './new-order.ts'

const [a, b, c, d] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
const refusal = 'order names a photo that is not in this album.'

describe('new order of an album', () => {
  it('is the asked one', () => expect(newOrder([a, b, c], [c, a, b])).toEqual([c, a, b]))
  it('keeps those left out in their order at the end', () =>
    expect(newOrder([a, b, c, d], [d, b])).toEqual([d, b, a, c]))
  it('takes a repeated id once and any case', () => expect(newOrder([a, b], [b.toUpperCase(), b, a])).toEqual([b, a]))
  it('refuses what is not in the album', () => {
    expect(() => newOrder([a, b], [a, c])).toThrow(refusal)
    expect(() => newOrder([a, b], [a, 'nonsense'])).toThrow(refusal)
  })
})
