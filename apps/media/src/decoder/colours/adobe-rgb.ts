/**
 * An Adobe RGB (1998) compatible profile, built from the published numbers of that space: cameras set to Adobe RGB write pictures
 * without a profile and name the space in EXIF only.
 */
export const adobeRgbProfile = (): Buffer => (profile ??= build())
let profile: Buffer | undefined

/** XYZ of the primaries, adapted to the D50 white of profiles. */
const XYZ = {
  wtpt: [0.9642, 1, 0.8249],
  rXYZ: [0.60974, 0.31111, 0.01947],
  gXYZ: [0.20528, 0.62567, 0.06087],
  bXYZ: [0.14919, 0.06322, 0.74457],
}
const GAMMA = 563 / 256

function build(): Buffer {
  const curve = Buffer.alloc(16)
  curve.write('curv')
  curve.writeUInt32BE(1, 8)
  curve.writeUInt16BE(GAMMA * 256, 12)
  const tags: [name: string, body: Buffer][] = [
    ['desc', description('Compatible with Adobe RGB (1998)')],
    ['cprt', textTag('No copyright, use freely')],
    ...Object.entries(XYZ).map(([name, values]): [string, Buffer] => [name, xyzTag(values)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let at = 128 + table.length
  tags.forEach(([name, body], index) => {
    table.write(name, 4 + index * 12)
    table.writeUInt32BE(at, 8 + index * 12)
    table.writeUInt32BE(body.length, 12 + index * 12)
    at += body.length
  })
  return Buffer.concat([header(at), table, ...tags.map(([, body]) => body)])
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size)
  bytes.writeUInt32BE(0x02100000, 8) // version 2.1
  bytes.write('mntrRGB XYZ ', 12)
  bytes.write('acsp', 36)
  fixed([0.9642, 1, 0.8249]).copy(bytes, 68)
  return bytes
}

const fixed = (values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65536), index * 4))
  return bytes
}
const padded = (...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}
const xyzTag = (values: number[]): Buffer => Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(values)])
const textTag = (text: string): Buffer => padded(Buffer.from(`text\0\0\0\0${text}\0`))
function description(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length + 1)
  // Unicode and Macintosh names follow; both are empty.
  return padded(Buffer.from('desc\0\0\0\0'), length, Buffer.from(`${text}\0`), Buffer.alloc(78))
}
