import type { CicpCodes } from './cicp.ts'

/**
 * Reads the video stream of a still picture bit by bit, to find the color space if the boxes of the file do not state it. Throws RangeError
 * at the end of the stream.
 */
class BitReader {
  private bitPosition = 0
  private readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  read(count: number): number {
    let value = 0
    for (let remaining = count; remaining > 0; remaining--, this.bitPosition++) {
      if (this.bitPosition >= this.bytes.length * 8) throw new RangeError('the stream ends early')
      value = value * 2 + (((this.bytes[this.bitPosition >> 3] ?? 0) >> (7 - (this.bitPosition & 7))) & 1)
    }
    return value
  }
  readFlag(): boolean {
    return this.read(1) === 1
  }
  skip(count: number): void {
    this.bitPosition += count
  }
  readBytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.read(8)))
  }
  skipGolombNumbers(count: number): void {
    for (let remaining = count; remaining > 0; remaining--) this.readGolomb()
  }
  /** Reads an exponential Golomb code (`ue(v)`, `uvlc()`). */
  readGolomb(): number {
    let zeros = 0
    while (!this.readFlag()) zeros++
    return 2 ** zeros - 1 + this.read(zeros)
  }
  readCodePoints(): CicpCodes | undefined {
    return this.readFlag() ? { primaries: this.read(8), transfer: this.read(8) } : undefined
  }
}

const [OBU_SEQUENCE_HEADER, OBU_HAS_EXTENSION, OBU_HAS_SIZE] = [1, 4, 2]
/** Reads the code points in the sequence header of an `av01` item (AV1 specification, 5.5). */
export function readAv1CodePoints(data: Buffer): CicpCodes | undefined {
  for (let offset = 0; offset < data.length;) {
    const head = data[offset] ?? 0
    offset += head & OBU_HAS_EXTENSION ? 2 : 1
    let size = data.length - offset
    if (head & OBU_HAS_SIZE) {
      size = 0
      for (let shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
        if (offset >= data.length || shift > 28) return undefined
        byte = data[offset++] ?? 0
        size += (byte & 0x7f) * 2 ** shift
      }
    }
    if (((head >> 3) & 15) === OBU_SEQUENCE_HEADER)
      return readSequenceHeader(new BitReader(data.subarray(offset, offset + size)))
    offset += size
  }
  return undefined
}

function readSequenceHeader(bits: BitReader): CicpCodes | undefined {
  const profile = bits.read(3)
  bits.skip(1)
  const isReduced = bits.readFlag()
  if (isReduced) bits.skip(5)
  else skipOperatingPoints(bits)
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1]
  bits.skip(widthBits + heightBits)
  if (!isReduced && bits.readFlag()) bits.skip(7) // frame id lengths
  bits.skip(3)
  if (!isReduced) skipVideoTools(bits)
  bits.skip(3)
  const isDeep = bits.readFlag()
  if (profile === 2 && isDeep) bits.skip(1)
  if (profile !== 1) bits.skip(1) // monochrome
  return bits.readCodePoints()
}

function skipOperatingPoints(bits: BitReader): void {
  let delayBits = 0
  if (bits.readFlag()) {
    bits.skip(64)
    if (bits.readFlag()) bits.readGolomb()
    if (bits.readFlag()) {
      delayBits = bits.read(5) + 1
      bits.skip(42)
    }
  }
  const hasDisplayDelay = bits.readFlag()
  for (let remaining = bits.read(5); remaining >= 0; remaining--) {
    bits.skip(12)
    if (bits.read(5) > 7) bits.skip(1)
    if (delayBits > 0 && bits.readFlag()) bits.skip(delayBits * 2 + 1)
    if (hasDisplayDelay && bits.readFlag()) bits.skip(4)
  }
}

function skipVideoTools(bits: BitReader): void {
  bits.skip(4)
  const hasOrderHint = bits.readFlag()
  if (hasOrderHint) bits.skip(2)
  const mayBeScreen = bits.readFlag() || bits.readFlag()
  if (mayBeScreen && !bits.readFlag()) bits.skip(1)
  if (hasOrderHint) bits.skip(3)
}

const NAL_TYPE_SPS = 33
/** Reads the code points in the sequence parameter set of an `hvcC` box (ITU-T H.265, 7.3.2.2 and E.2.1). */
export function readHevcCodePoints(hvcC: Buffer): CicpCodes | undefined {
  const box = new BitReader(hvcC)
  box.skip(22 * 8)
  for (let arrays = box.read(8); arrays > 0; arrays--) {
    const isSps = (box.read(8) & 63) === NAL_TYPE_SPS
    for (let units = box.read(16); units > 0; units--) {
      const length = box.read(16)
      if (isSps) return readSequenceParameterSet(new BitReader(removeEmulationPrevention(box.readBytes(length))))
      box.skip(length * 8)
    }
  }
  return undefined
}

/** Removes each byte 3 that follows two zeros. Encoders insert it so that decoders do not take the data for a start code. */
const removeEmulationPrevention = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.filter((byte, i) => !(byte === 3 && i > 1 && bytes[i - 1] === 0 && bytes[i - 2] === 0)))

function readSequenceParameterSet(bits: BitReader): CicpCodes | undefined {
  const layers = skipProfileAndLevel(bits)
  bits.readGolomb()
  if (bits.readGolomb() === 3) bits.skip(1)
  bits.skipGolombNumbers(2)
  if (bits.readFlag()) bits.skipGolombNumbers(4)
  bits.skipGolombNumbers(2)
  const orderBits = bits.readGolomb() + 4
  bits.skipGolombNumbers((bits.readFlag() ? layers + 1 : 1) * 3 + 6)
  if (bits.readFlag() && bits.readFlag()) return undefined // scaling lists, which still pictures do not have
  bits.skip(2)
  if (bits.readFlag()) {
    bits.skip(8)
    bits.skipGolombNumbers(2)
    bits.skip(1)
  }
  if (bits.readGolomb() > 0) return undefined // reference picture sets, which still pictures do not have
  if (bits.readFlag()) bits.skip(bits.readGolomb() * (orderBits + 1))
  bits.skip(2)
  return bits.readFlag() ? readVideoUsability(bits) : undefined
}

/** Skips the profile and level. Returns the number of temporal layers after the first. */
function skipProfileAndLevel(bits: BitReader): number {
  bits.skip(16 + 4)
  const layers = bits.read(3)
  bits.skip(1 + 96)
  const sublayerFlags = Array.from({ length: layers }, () => bits.read(2))
  if (layers > 0) bits.skip(2 * (8 - layers))
  for (const kind of sublayerFlags) bits.skip((kind & 2 ? 88 : 0) + (kind & 1 ? 8 : 0))
  return layers
}

function readVideoUsability(bits: BitReader): CicpCodes | undefined {
  const CUSTOM_ASPECT_RATIO = 255
  if (bits.readFlag() && bits.read(8) === CUSTOM_ASPECT_RATIO) bits.skip(32)
  if (bits.readFlag()) bits.skip(1)
  if (!bits.readFlag()) return undefined
  bits.skip(4)
  return bits.readCodePoints()
}
