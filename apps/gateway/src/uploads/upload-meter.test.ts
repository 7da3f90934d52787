import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { UploadMeter } from './upload-meter.ts'

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(20_000)])
async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
const createMeter = (limits: Partial<{ extension: string; maxBytes: number; remainingBytes: number }> = {}) =>
  new UploadMeter({ extension: 'jpg', maxBytes: 1e9, remainingBytes: 1e9, ...limits })
const passThrough = async (meter: UploadMeter, content: Buffer, size = 1000): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(meter.measure(pieces(content, size))))

describe('an upload', () => {
  it('passes through unchanged and is measured, for any chunk size', async () => {
    for (const size of [1, 100, 4096, 5000, 100_000]) {
      const meter = createMeter()
      expect((await passThrough(meter, JPEG, size)).equals(JPEG)).toBe(true)
      expect(meter.getMeasuredFile()).toEqual({
        type: 'jpeg',
        size: JPEG.length,
        crc32: crc32(JPEG),
        sha256: createHash('sha256').update(JPEG).digest('hex'),
      })
    }
  })

  it('rule 19: is rejected before any byte is passed on unless it starts like a picture', async () => {
    for (const content of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(10_000),
    ]) {
      const passed: Buffer[] = []
      const run = async () => {
        for await (const piece of createMeter({ extension: 'svg' }).measure(pieces(content, 10))) passed.push(piece)
      }
      await expect(run()).rejects.toMatchObject({ status: 415, message: 'We do not allow .svg files to be uploaded.' })
      expect(passed).toEqual([])
    }
  })

  it('rule 19: an empty or truncated photo is not rejected for its extension', async () => {
    const findRejection = (extension: string, content: Buffer) =>
      passThrough(createMeter({ extension }), content).catch((error: unknown) => error)
    expect(await findRejection('jpg', Buffer.alloc(0))).toMatchObject({ status: 415, code: 'empty_file' })
    for (const content of [Buffer.alloc(5000), Buffer.from([0xff]), Buffer.from('II')])
      expect(await findRejection('jpg', content)).toMatchObject({ status: 415, code: 'image_unreadable' })
    for (const [extension, content] of [
      ['pdf', Buffer.alloc(5000)],
      ['jpg', randomBytes(5000).fill('no', 0, 8)],
    ] as const)
      expect(await findRejection(extension, content)).toMatchObject({ status: 415, code: 'unsupported_file' })
  })

  it('may be very short if it is a picture', async () => {
    const meter = createMeter()
    expect(await passThrough(meter, JPEG.subarray(0, 20))).toHaveLength(20)
    expect(meter.getMeasuredFile().size).toBe(20)
  })

  it('is rejected from the first byte above the size limit or the quota', async () => {
    expect(await passThrough(createMeter({ maxBytes: JPEG.length, remainingBytes: JPEG.length }), JPEG)).toHaveLength(
      JPEG.length,
    )
    await expect(passThrough(createMeter({ maxBytes: JPEG.length - 1 }), JPEG)).rejects.toMatchObject({
      status: 413,
      code: 'file_too_large',
    })
    await expect(passThrough(createMeter({ remainingBytes: JPEG.length - 1 }), JPEG)).rejects.toMatchObject({
      status: 413,
      code: 'quota_exceeded',
    })
  })

  it('has no result before its end', () => {
    expect(() => createMeter().getMeasuredFile()).toThrow('has not ended')
  })
})
