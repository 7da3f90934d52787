import { withSegments } from './credit.ts'

const APP2 = 0xffe2
const NAME = Buffer.from('ICC_PROFILE\0', 'latin1')
/** What a segment holds beside its length, the name and two numbers. */
const PART = 65_533 - NAME.length - 2
const MOST_PARTS = 255

/** A JPEG that has no profile yet, with this one: its pixels are left alone (ICC.1, annex B.4). */
export function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const count = Math.ceil(icc.length / PART)
  if (count > MOST_PARTS) return jpeg
  const parts = Array.from({ length: count }, (_, index) => {
    const content = icc.subarray(index * PART, (index + 1) * PART)
    const head = Buffer.alloc(4)
    head.writeUInt16BE(APP2)
    head.writeUInt16BE(2 + NAME.length + 2 + content.length, 2)
    return Buffer.concat([head, NAME, Buffer.of(index + 1, count), content])
  })
  return withSegments(jpeg, Buffer.concat(parts))
}
