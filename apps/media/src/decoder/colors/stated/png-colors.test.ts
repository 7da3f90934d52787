import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIccChunk, createPng, createPngChunk, encodeUint32 } from '../../../../test/color-files.ts'
import { getAdobeRgbProfile } from '../icc/matrix-profile.ts'
import { readPngColorSpace } from './png-colors.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-png-colors-'))
afterAll(() => rmSync(folder, { recursive: true }))

const createGamma = (value: number) => createPngChunk('gAMA', encodeUint32(value))
const adobePrimaries = encodeUint32(31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000)
const primaries = createPngChunk('cHRM', adobePrimaries)
const profile = createIccChunk(getAdobeRgbProfile())
const intent = createPngChunk('sRGB', Buffer.of(0))
const codePoints = createPngChunk('cICP', Buffer.of(12, 13, 0, 1))

it.each<[what: string, chunks: Buffer[], expected: [kind: string, name: string] | undefined]>([
  ['no description of colors', [], undefined],
  ['primaries alone', [primaries], undefined],
  ['a gamma of zero', [createGamma(0)], undefined],
  ['about the gamma of sRGB', [createGamma(45_000)], ['srgb', 'sRGB']],
  ['another gamma', [createGamma(100_000)], ['profile', 'Gamma 1.00']],
  ['the gamma of sRGB and other primaries', [createGamma(45_455), primaries], ['profile', 'Gamma 2.20']],
  ['sRGB, which precedes a gamma', [intent, createGamma(100_000)], ['srgb', 'sRGB']],
  ['a profile, which precedes sRGB', [intent, profile], ['profile', 'Compatible with Adobe RGB (1998)']],
  ['code points, which precede a profile', [codePoints, profile], ['profile', 'Display P3']],
])('rule 146: reads the colors of a PNG with %s', async (_what, chunks, expected) => {
  const path = join(folder, 'file.png')
  writeFileSync(path, createPng(chunks))
  const colors = await readPngColorSpace(path, 'rgb')
  expect(colors && [colors.kind, colors.name]).toEqual(expected)
})
