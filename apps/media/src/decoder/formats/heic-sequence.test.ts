import { readFixture, withFixtures } from '@daymark/testing'
import { extractFirstPicture } from './heic-sequence.ts'

withFixtures('the first picture of a HEIC sequence', () => {
  it('becomes a HEIC file that is much smaller than the sequence', () => {
    const sequence = readFixture('heic/sequence-msf1.heic')
    const first = extractFirstPicture(sequence)
    expect(first?.toString('latin1', 4, 12)).toBe('ftypheic')
    expect(first?.length).toBeLessThan(sequence.length / 10)
  })

  it('is not found in other files, and a truncated or damaged sequence never throws', () => {
    expect(extractFirstPicture(readFixture('heic/iphone7-12mp.heic'))).toBeUndefined()
    const sequence = readFixture('heic/sequence-msf1.heic')
    for (let end = 0; end < 6000; end += 7) extractFirstPicture(sequence.subarray(0, end))
    for (let at = 0; at < 1600; at++) {
      const damagedFile = Buffer.from(sequence.subarray(0, 8000))
      damagedFile[at] = 0xff
      extractFirstPicture(damagedFile)
    }
  })
})
