import { readExifBlock } from '../exif/exif-block.ts'
import { type Credit, encodeCreditSegments } from './credit.ts'

const credit: Credit = {
  artist: 'Ann Müller',
  copyright: '© Ann & Bob',
  capture: { time: '2026-05-30T21:30:00.07', offset: '-08:00' },
  usageTerms: undefined,
  webStatement: undefined,
  needsXmp: false,
}
/** Length of the marker and the length field before the content of a segment. */
const SEGMENT_HEADER_LENGTH = 4

describe('the credit of rendered files (rule 38)', () => {
  it('contains artist, copyright and capture time in EXIF', async () => {
    expect(await readExifBlock(encodeCreditSegments(credit).subarray(SEGMENT_HEADER_LENGTH))).toMatchObject({
      Artist: 'Ann Müller',
      Copyright: '© Ann & Bob',
      DateTimeOriginal: '2026:05:30 21:30:00',
      OffsetTimeOriginal: '-08:00',
      SubSecTimeOriginal: '07',
    })
  })

  it('also contains them in XMP if the original has them only there, and does not exist without them', () => {
    const packet = encodeCreditSegments({ ...credit, usageTerms: 'Print only', needsXmp: true }).toString()
    for (const text of ['>© Ann &amp; Bob<', '>Ann Müller<', '"2026-05-30T21:30:00.07-08:00"', '>Print only<'])
      expect(packet).toContain(text)
    expect(encodeCreditSegments({ ...credit, artist: undefined, copyright: undefined, capture: {} })).toHaveLength(0)
  })
})
