import type { Cicp } from './cicp.ts'

/**
 * Reads the video stream of a still picture, which states the color space if the boxes of the file do not. Throws RangeError if the stream
 * ends early.
 */
class Bits {
  private at = 0
  private readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; left--, this.at++) {
      if (this.at >= this.bytes.length * 8) throw new RangeError('the stream ends early')
      value = value * 2 + (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1)
    }
    return value
  }
  flag(): boolean {
    return this.read(1) === 1
  }
  skip(count: number): void {
    this.at += count
  }
  take(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.read(8)))
  }
  golombs(count: number): void {
    for (let left = count; left > 0; left--) this.golomb()
  }
  /** Reads an exponential Golomb code (`ue(v)`, `uvlc()`). */
  golomb(): number {
    let zeros = 0
    while (!this.flag()) zeros++
    return 2 ** zeros - 1 + this.read(zeros)
  }
  codePoints(): Cicp | undefined {
    return this.flag() ? { primaries: this.read(8), transfer: this.read(8) } : undefined
  }
}

const [SEQUENCE_HEADER, HAS_EXTENSION, HAS_SIZE] = [1, 4, 2]
/** Reads the code points in the sequence header of an `av01` item (AV1 specification, 5.5). */
export function codePointsOfAv1(data: Buffer): Cicp | undefined {
  for (let at = 0; at < data.length;) {
    const head = data[at] ?? 0
    at += head & HAS_EXTENSION ? 2 : 1
    let size = data.length - at
    if (head & HAS_SIZE) {
      size = 0
      for (let shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
        if (at >= data.length || shift > 28) return undefined
        byte = data[at++] ?? 0
        size += (byte & 0x7f) * 2 ** shift
      }
    }
    if (((head >> 3) & 15) === SEQUENCE_HEADER) return inSequenceHeader(new Bits(data.subarray(at, at + size)))
    at += size
  }
  return undefined
}

function inSequenceHeader(bits: Bits): Cicp | undefined {
  const profile = bits.read(3)
  bits.skip(1)
  const isReduced = bits.flag()
  if (isReduced) bits.skip(5)
  else skipOperatingPoints(bits)
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1]
  bits.skip(widthBits + heightBits)
  if (!isReduced && bits.flag()) bits.skip(7) // lengths of frame ids
  bits.skip(3)
  if (!isReduced) skipToolsOfFilms(bits)
  bits.skip(3)
  const isDeep = bits.flag()
  if (profile === 2 && isDeep) bits.skip(1)
  if (profile !== 1) bits.skip(1) // monochrome
  return bits.codePoints()
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0
  if (bits.flag()) {
    bits.skip(64)
    if (bits.flag()) bits.golomb()
    if (bits.flag()) {
      delayBits = bits.read(5) + 1
      bits.skip(42)
    }
  }
  const hasDisplayDelay = bits.flag()
  for (let left = bits.read(5); left >= 0; left--) {
    bits.skip(12)
    if (bits.read(5) > 7) bits.skip(1)
    if (delayBits > 0 && bits.flag()) bits.skip(delayBits * 2 + 1)
    if (hasDisplayDelay && bits.flag()) bits.skip(4)
  }
}

function skipToolsOfFilms(bits: Bits): void {
  bits.skip(4)
  const hasOrderHint = bits.flag()
  if (hasOrderHint) bits.skip(2)
  const mayBeScreen = bits.flag() || bits.flag()
  if (mayBeScreen && !bits.flag()) bits.skip(1)
  if (hasOrderHint) bits.skip(3)
}

const SPS = 33
/** Reads the code points in the sequence parameter set of an `hvcC` box (ITU-T H.265, 7.3.2.2 and E.2.1). */
export function codePointsOfHevc(hvcC: Buffer): Cicp | undefined {
  const box = new Bits(hvcC)
  box.skip(22 * 8)
  for (let arrays = box.read(8); arrays > 0; arrays--) {
    const isSps = (box.read(8) & 63) === SPS
    for (let units = box.read(16); units > 0; units--) {
      const length = box.read(16)
      if (isSps) return inParameterSet(new Bits(withoutEmulation(box.take(length))))
      box.skip(length * 8)
    }
  }
  return undefined
}

/** Removes each 3 that follows two zeros. Encoders insert it so that readers do not mistake the data for a start code. */
const withoutEmulation = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.filter((byte, at) => !(byte === 3 && at > 1 && bytes[at - 1] === 0 && bytes[at - 2] === 0)))

function inParameterSet(bits: Bits): Cicp | undefined {
  const layers = skipProfileAndLevel(bits)
  bits.golomb()
  if (bits.golomb() === 3) bits.skip(1)
  bits.golombs(2)
  if (bits.flag()) bits.golombs(4)
  bits.golombs(2)
  const orderBits = bits.golomb() + 4
  bits.golombs((bits.flag() ? layers + 1 : 1) * 3 + 6)
  if (bits.flag() && bits.flag()) return undefined // scaling lists, which no still picture has
  bits.skip(2)
  if (bits.flag()) {
    bits.skip(8)
    bits.golombs(2)
    bits.skip(1)
  }
  if (bits.golomb() > 0) return undefined // reference picture sets, which no still picture has
  if (bits.flag()) bits.skip(bits.golomb() * (orderBits + 1))
  bits.skip(2)
  return bits.flag() ? inUsability(bits) : undefined
}

/** Returns the number of layers after the first. */
function skipProfileAndLevel(bits: Bits): number {
  bits.skip(16 + 4)
  const layers = bits.read(3)
  bits.skip(1 + 96)
  const present = Array.from({ length: layers }, () => bits.read(2))
  if (layers > 0) bits.skip(2 * (8 - layers))
  for (const kind of present) bits.skip((kind & 2 ? 88 : 0) + (kind & 1 ? 8 : 0))
  return layers
}

function inUsability(bits: Bits): Cicp | undefined {
  const FREE_RATIO = 255
  if (bits.flag() && bits.read(8) === FREE_RATIO) bits.skip(32)
  if (bits.flag()) bits.skip(1)
  if (!bits.flag()) return undefined
  bits.skip(4)
  return bits.codePoints()
}
