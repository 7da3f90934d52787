import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPage, createTiff } from '../../../test/tiff-files.ts'
import { UNSTATED_COLOR_SPACE } from '../colors/color-space.ts'
import { decodeRaw } from './decode-raw.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-raw-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Decodes a TIFF with the extension of a RAW format, on a machine without ExifTool and dcraw_emu. */
function decodePlainTiff(width: number, bits: number) {
  const path = join(folder, 'plain.nef')
  writeFileSync(path, createTiff([createPage({ width, bits })]))
  return decodeRaw({ path, folder, tools: { perl: null, dcraw: null, prlimit: null }, exiftool: undefined })
}

it.each([8, 12])('L-FMT-09: an ordinary TIFF of %d bits with the extension of a RAW format is shown', async bits => {
  const colors = UNSTATED_COLOR_SPACE
  expect(await decodePlainTiff(1200, bits)).toMatchObject({ width: 1200, height: 32, damage: null, colors })
})

it('rule 20: a TIFF with the extension of a RAW format that contains only a thumbnail is not shown', async () => {
  await expect(decodePlainTiff(600, 8)).rejects.toMatchObject({
    message: 'No preview could be created from this RAW file. The original is stored.',
    detail: expect.stringContaining('a thumbnail only'),
  })
})
