import type { ByteRange, Storage } from '@daymark/storage'
import type { Request } from 'express'
import { ResumableUpload } from './resumable-upload.ts'

/** A store that holds this much of the file by the time it is read. */
const holding = (held: string) =>
  ({
    get: async (_: string, { start, end }: ByteRange) =>
      (async function* () {
        yield Buffer.from(held).subarray(start, end + 1)
      })(),
  }) as unknown as Storage
async function* arriving(rest: string, breaks = false): AsyncGenerator<Buffer> {
  yield Buffer.from(rest)
  if (breaks) throw new Error('aborted')
}
const upload = (held: string, complete = true) =>
  new ResumableUpload({ request: { complete } as Request, storage: holding(held), place: 'partials/a', offset: 5 })
const read = async (pieces: AsyncIterable<Buffer>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(pieces)).toString()

describe('an upload that goes on', () => {
  it('is what was said to be held and then the rest, also if another process holds more by now', async () => {
    expect(await read(upload('01234').whole(arriving('56789')))).toBe('0123456789')
    expect(await read(upload('01234567').whole(arriving('56789')))).toBe('0123456789')
  })

  it('is refused with the right offset if less is held by now', async () => {
    await expect(read(upload('012').whole(arriving('56789')))).rejects.toMatchObject({
      status: 409,
      params: { offset: 3 },
    })
  })

  it('ends early when its client goes away, and fails with anything else', async () => {
    const broken = upload('01234', false)
    expect(await read(broken.whole(arriving('567', true)))).toBe('01234567')
    expect(broken.broken).toBeInstanceOf(Error)
    await expect(read(upload('01234').whole(arriving('567', true)))).rejects.toThrow('aborted')
  })
})
