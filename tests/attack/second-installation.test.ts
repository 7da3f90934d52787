import { pollUntil } from '@daymark/testing/outside'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'

const main = join(import.meta.dirname, '../../apps/daymark/dist/main.js')
const COUNT = 12
const WEEK_S = 8 * 24 * 3600

type CommandResult = { code: number; text: string }
function daymark(place: Installation, ...words: string[]): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'] ?? '', ...place.settings }
  return new Promise(resolve =>
    execFile(process.execPath, [main, ...words], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: out + err }),
    ),
  )
}

/** Number of files that doctor reports as missing. */
const missingIn = (text: string) => text.split('\n').filter(line => line.includes('MISSING'))

describe('a second installation on the same store', () => {
  const storageDir = mkdtempSync(join(tmpdir(), 'daymark-attack-store-'))
  const env = {
    DAYMARK_STORAGE_DIR: storageDir,
    DAYMARK_GATEWAY_SWEEP_AFTER_MINUTES: '0.25',
    DAYMARK_STORAGE_QUARANTINE_DAYS: '0',
    DAYMARK_LOG_LEVEL: 'info',
  }
  let first: Installation
  let second: Installation
  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()])
    rmSync(storageDir, { recursive: true, force: true })
  })
  const files = () => first.objects().filter(path => /originals|variants/.test(path))

  it('deletes nothing, logs the reason, and either can take over the store', async () => {
    first = await install('memory', env)
    const user = await first.photographer()
    for (const picture of await pictures(COUNT)) expect((await user.upload('/api/images', picture)).status).toBe(201)
    await pollUntil('all variants are there', async () => files().length === 4 * COUNT)
    const before = files()
    for (const path of before)
      utimesSync(join(storageDir, path), Date.now() / 1000 - WEEK_S, Date.now() / 1000 - WEEK_S)
    expect(await daymark(first, 'doctor')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/ok +store: belongs to/),
    })

    second = await install('memory', env)
    const [server] = second.servers
    await pollUntil('the sweep was refused', async () => server?.log.includes('sweep.refused') ?? false)
    const doctor = await daymark(second, 'doctor')
    expect([doctor.code, doctor.text]).toEqual([
      1,
      expect.stringMatching(/MISSING +store: the store belongs to the inst/),
    ])
    const adopting = await daymark(second, 'store', 'adopt')
    expect([adopting.code, adopting.text]).toEqual([
      1,
      expect.stringContaining(`None of the ${COUNT} checked originals`),
    ])
    expect(files()).toEqual(before)

    expect(await daymark(first, 'store', 'adopt')).toMatchObject({ code: 0, text: expect.stringContaining('already') })
    expect((await daymark(second, 'store', 'adopt', 'anyway')).code).toBe(0)
    expect((await daymark(first, 'doctor')).code).toBe(1)
    // A running installation also claims the store at its next sweep.
    await server?.stop()
    const back = await daymark(first, 'store', 'adopt')
    expect(back).toMatchObject({ code: 0, text: expect.stringContaining(`${COUNT} of the ${COUNT} checked originals`) })
    const healthy = await daymark(first, 'doctor')
    expect([healthy.code, ...(healthy.code === 0 ? [] : missingIn(healthy.text))]).toEqual([0])
    expect(files()).toEqual(before)
  })
})
