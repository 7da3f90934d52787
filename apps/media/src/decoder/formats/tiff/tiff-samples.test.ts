import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATCHES } from '../../../../test/color-files.ts'
import { createPage, createTiff, type Page } from '../../../../test/tiff-files.ts'
import { samplesOf } from '../pixels.ts'
import { findPhotoPage, TiffFile } from './tiff-directory.ts'
import { readSamples } from './tiff-samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-tiff-samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the levels (0 to 255) in a TIFF that has one pixel for each patch. */
function readLevels(layout: Partial<Page>, isLittleEndian: boolean): number[] {
  const path = join(folder, 'file.tif')
  const page = createPage({ width: PATCHES.length, height: 1, value: (x, _y, c) => PATCHES[x]?.[c] ?? 255, ...layout })
  writeFileSync(path, createTiff([page], { isLittleEndian }))
  const file = new TiffFile(path)
  try {
    const pixels = readSamples(file, findPhotoPage(file)!, true)
    return Array.from(samplesOf(pixels), level => Math.round(pixels.is16Bit ? level / 257 : level))
  } finally {
    file.close()
  }
}

it.each<[what: string, layout: Partial<Page>]>([
  ['of 8 bits and a selection', { samples: 4, extra: [0] }],
  ['of 12 bits', { bits: 12 }],
  ['of 16 bits with a sign', { bits: 16, format: 2 }],
  ['of 32 bits', { bits: 32 }],
  ['that are floating-point numbers', { bits: 32, format: 3 }],
  ['that are double-precision numbers', { bits: 64, format: 3 }],
  ['in planes and compressed tiles', { planar: 2, tile: 16, compression: 8 }],
])('L-FMT-08: a TIFF with samples %s keeps its levels', (_what, layout) => {
  for (const isLittleEndian of [true, false]) expect(readLevels(layout, isLittleEndian)).toEqual(PATCHES.flat())
})
