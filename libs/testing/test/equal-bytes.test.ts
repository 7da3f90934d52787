import { randomBytes } from 'node:crypto'

describe('bytes', () => {
  const bytes = randomBytes(1000)
  const other = Buffer.from(bytes)
  other[999] = bytes[999] === 1 ? 2 : 1

  it('are equal if all bytes are equal, also inside of objects', () => {
    expect(Buffer.from(bytes)).toEqual(bytes)
    expect([{ bytes: Buffer.from(bytes) }]).toEqual([{ bytes }])
    expect(other).not.toEqual(bytes)
    expect([{ bytes: other }]).not.toEqual([{ bytes }])
    expect(bytes.subarray(1)).not.toEqual(bytes.subarray(0, -1))
    expect(bytes.subarray(1)).not.toEqual(bytes)
  })

  it('are compared quickly even if they are large', () => {
    const large = randomBytes(50_000_000)
    expect(Buffer.from(large)).toEqual(large)
  })
})
