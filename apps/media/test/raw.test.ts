import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeWith, setUp } from '@daymark/testing'
import { startDecoders } from './decoders.ts'
import { createSensorDng } from './dng.ts'
import { computeBlockMeans } from './pictures.ts'

const decoders = setUp(() => startDecoders({ size: 1 }))

/** Stores a DNG whose left half is gray and whose right half is red, truncated to `bytes`. Returns its path. */
const storeSensorDng = (name: string, bytes = Number.POSITIVE_INFINITY): string => {
  const dng = createSensorDng(1600, 1200, x => (x < 800 ? [0.4, 0.4, 0.4] : [0.6, 0.05, 0.05]))
  const path = join(decoders.folder, name)
  writeFileSync(path, dng.subarray(0, Math.min(bytes, dng.length)))
  return path
}

describeWith('dcraw_emu')('RAW files without a preview', () => {
  it('L-FMT-09: are developed from the sensor data', async () => {
    const outcome = await decoders.decode(storeSensorDng('sensor.dng'))
    if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome))
    const { variants, ...photo } = outcome.photo
    expect(photo).toMatchObject({ width: 1600, height: 1200, damage: null })
    expect(variants.lg).toMatchObject({ width: 800, height: 600 })
    const means = await computeBlockMeans(variants.lg.path)
    const [gray, red] = [means.slice(0, 3), means.slice(9, 12)]
    expect(Math.max(...gray) - Math.min(...gray)).toBeLessThan(12)
    expect(red[0]! - red[1]!).toBeGreaterThan(80)
    expect(red[0]! - red[2]!).toBeGreaterThan(80)
  })

  it('rule 39: are downloaded in the size of the sensor', async () => {
    const made = new Map<string, number[]>()
    const job = { path: storeSensorDng('whole.dng'), type: 'raw', folder: decoders.folder } as const
    await decoders.pool.run(job, (size, { width, height }) => made.set(size, [width, height]))
    expect(Object.fromEntries(made)).toMatchObject({ lg: [800, 600], full: [1600, 1200] })
  })

  it('rule 20: fail with a reason and keep the original if the sensor data is truncated', async () => {
    const outcome = await decoders.decode(storeSensorDng('cut.dng', 2_000_000))
    expect(outcome).toMatchObject({
      kind: 'unreadable',
      reason: 'No preview could be created from this RAW file. The original is stored.',
      detail: expect.stringContaining('Unexpected end of file'),
    })
  })

  it('are recognized by their content under a wrong name', async () => {
    expect(await decoders.decode(storeSensorDng('renamed.tif'))).toMatchObject({ kind: 'done', type: 'raw' })
  })
})
