import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Env, migrate, scratchDatabase } from '@daymark/platform'
import { load } from '../services.ts'
import { compareWith } from './compare.ts'
import { manifestsOf, newestOf, placeOf } from './place.ts'
import { restoreEverything } from './restore.ts'

/** Brings everything back into a database and a folder that are thrown away, and compares. Answers how much is not as it was. */
export async function rehearse(env: Env, target: string): Promise<number> {
  const began = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'daymark-rehearsal-'))
  const database = await scratchDatabase(env)
  // of the same server, and of no other place that the product uses
  const { DAYMARK_NATS_URL: _, ...rest } = env
  const scratch = {
    ...rest,
    DAYMARK_DATABASE_URL: database.url,
    DAYMARK_STORAGE_DRIVER: 'folder',
    DAYMARK_STORAGE_DIR: folder,
  }
  try {
    await migrate(await load(['all']), scratch)
    const place = placeOf(scratch, target)
    let wrong = await restoreEverything(scratch, place, { 'with-super-admins': true })
    for (const manifest of newestOf((await manifestsOf(place)).manifests))
      wrong += await compareWith(scratch, place, manifest)
    const seconds = Math.ceil((performance.now() - began) / 1000)
    if (wrong === 0)
      console.log(`Rehearsal finished in ${seconds} s: everything was restored without differences and removed again.`)
    return wrong
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
