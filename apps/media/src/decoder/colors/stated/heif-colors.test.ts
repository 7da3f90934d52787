import { readFileSync } from 'node:fs'
import { fixture, withFixtures } from '@daymark/testing'
import { readHeifColorSpace } from './heif-colors.ts'

const bitsOf = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
/** Code points of primaries, transfer and matrix as bits. */
const UNSPECIFIED = '000000100000001000000010'
const DISPLAY_P3 = '000011000000110100000010'

/** Returns an iPhone HEIC without its profile and with these code points in its video stream. */
function createHeic(codePoints: string): Buffer {
  const file = readFileSync(fixture('heic/iphone-xs-max.heic'))
  for (let at = file.indexOf('colr'); at > 0; at = file.indexOf('colr', at)) file.write('free', at)
  for (let at = file.indexOf('hvcC'); at > 0; at = file.indexOf('hvcC', at + 4)) {
    const bits = bitsOf(file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4)))
    const changed = bits.replace(UNSPECIFIED, codePoints).match(/.{8}/g) ?? []
    changed.forEach((byte, index) => (file[at + 4 + index] = Number.parseInt(byte, 2)))
  }
  return file
}

withFixtures('HEIC without a colr box', () => {
  it('has the colors that its HEVC stream states', async () => {
    expect(await readHeifColorSpace(createHeic(UNSPECIFIED))).toBeUndefined()
    expect(await readHeifColorSpace(createHeic(DISPLAY_P3))).toMatchObject({ kind: 'profile', name: 'Display P3' })
  })

  it('states no colors if the stream is damaged', async () => {
    const file = createHeic(DISPLAY_P3)
    const [start, stated] = [file.indexOf('hvcC') + 4, await readHeifColorSpace(file)]
    for (let at = start; at < start + 100; at++) {
      const damagedFile = Buffer.from(file)
      damagedFile[at] = 0xff - (damagedFile[at] ?? 0)
      expect([undefined, 'srgb', 'profile', 'hdr']).toContain((await readHeifColorSpace(damagedFile))?.kind)
    }
    expect(stated).toBeDefined()
  })
})
