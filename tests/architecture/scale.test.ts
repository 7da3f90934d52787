import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ASSUMED_FIGURES, readMeasuredFigures, computeScale } from '../../tools/scale/model.mjs'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

describe('the scaling model', () => {
  it('calculates all results', () => {
    const one = {
      decodeMs: 200,
      metadataMs: 4,
      servicesMs: 40,
      databaseMs: 11,
      uploadMs: 35,
      pictureUs: 130,
      galleryMs: 6,
      decodersMb: 700,
      databaseMbPer1000: 5,
      variantsMb: 1,
    }
    const asked = {
      photos: 1_000_000,
      visitors: 1200,
      uploadsPerSecond: 10,
      originalMb: 9,
      shownKb: 40,
      picturesPerVisitorSecond: 2,
      secondsPerGallery: 120,
      eventsPerUpload: 4,
      coreHour: 0.036,
      storeGbMonth: 0.02,
      databaseGbMonth: 0.1,
      storePutPer1000: 0.005,
      storeGetPer1000: 0.0004,
      outGb: 0.1,
    }
    const result = computeScale(one, asked)
    const expected = {
      decoderCores: 2.04,
      serviceCores: 0.4,
      databaseCores: 0.11,
      receivingCores: (10 * 0.035 * 9) / 8.388608,
      pictureCores: 0.312,
      galleryCores: 0.06,
      inGbits: 0.72,
      outGbits: 0.768,
      storeWritesPerSecond: 40,
      eventsPerSecond: 40,
      storeTb: 10,
      databaseTb: 0.005,
      photosPerCoreDay: 86_400_000 / 255,
      dollarsPer1000Month: 0.2 + 0.0005,
      dollarsPer1000Once: 0.00255 + 0.02,
      dollarsOutMonth: 0.096 * 2_628_000 * 0.1,
      dollarsReadsMonth: 2400 * 2628 * 0.0004,
    }
    expect(Object.keys(result).toSorted()).toEqual(Object.keys(expected).toSorted())
    for (const [name, value] of Object.entries(expected))
      expect([name, result[name]?.toFixed(9)]).toEqual([name, value.toFixed(9)])
  })

  it('reads its figures from docs/performance.md, and names a missing one', () => {
    expect(Object.values(readMeasuredFigures(read('docs/performance.md'))).every(value => value > 0)).toBe(true)
    expect(() => readMeasuredFigures('nothing')).toThrow('docs/performance.md has no row for decodeMs')
  })

  it('matches docs/operations/scale.md', () => {
    const figures = computeScale(readMeasuredFigures(read('docs/performance.md')), ASSUMED_FIGURES)
    const rows = read('docs/operations/scale.md').matchAll(/^\|[^|]*\|\s*([\d.]+)\s*\|\s*`(\w+)`\s*\|$/gm)
    const documented = [...rows].map(([, value, name]) => [name, Number(value)])
    expect(documented.length).toBeGreaterThanOrEqual(12)
    for (const [name, value] of documented)
      expect([name, Number(figures[String(name)]?.toPrecision(2))]).toEqual([
        name,
        Number(Number(value).toPrecision(2)),
      ])
  })
})
