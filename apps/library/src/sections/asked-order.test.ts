import { randomUUID } from 'node:crypto'
import { askedOrder } from './parts.ts'

const ids = Array.from({ length: 6 }, () => randomUUID())
const [a, b, c, d, one, two] = ids as [string, string, string, string, string, string]
const order = [a, one, b, c, two, d]
const asked = (wanted: string[], headings = [one, two]) => askedOrder(order, new Set(headings), wanted)

describe('an order that is asked for', () => {
  it('rule 115 without headings keeps photos in their sections', () => {
    expect(asked([d, c, b, a])).toEqual([a, one, c, b, two, d])
    expect(asked([c])).toEqual([a, one, c, b, two, d])
  })
  it('rule 115 with headings stands as it is asked, and what is left out stays behind', () => {
    expect(asked([two, c, one])).toEqual([two, c, one, a, b, d])
  })
  it('rule 115 breaks no section that whoever asks does not know', () => {
    expect(asked([d, c, one, b, a])).toEqual([a, one, c, b, two, d])
  })
  it('rule 23 names nothing that is not in the album', () => {
    expect(() => asked([a, randomUUID()])).toThrow('order names a photo that is not in this album.')
    expect(() => asked([one, 'x'])).toThrow('order names a photo that is not in this album.')
  })
})
