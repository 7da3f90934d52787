import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Env, migrate, createScratchDatabase } from '@daymark/platform'
import { load } from '../services.ts'
import { compareWith } from './compare.ts'
import { manifestsOf, newestOf, backupLocation } from './location.ts'
import { restoreEverything } from './restore.ts'

/** Restores everything to a temporary database and folder and compares. Returns the number of differences. */
export async function rehearse(env: Env, target: string): Promise<number> {
  const began = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'daymark-rehearsal-'))
  const database = await createScratchDatabase(env)
  // the same database server, but neither the bus nor the store of the product
  const { DAYMARK_NATS_URL: _, ...rest } = env
  const scratch = {
    ...rest,
    DAYMARK_DATABASE_URL: database.url,
    DAYMARK_STORAGE_DRIVER: 'folder',
    DAYMARK_STORAGE_DIR: folder,
  }
  try {
    await migrate(await load(['all']), scratch)
    const location = backupLocation(scratch, target)
    let wrong = await restoreEverything(scratch, location, { 'with-super-admins': true })
    for (const manifest of newestOf((await manifestsOf(location)).manifests))
      wrong += await compareWith(scratch, location, manifest)
    const seconds = Math.ceil((performance.now() - began) / 1000)
    if (wrong === 0)
      console.log(`Rehearsal finished in ${seconds} s: everything was restored without differences and removed again.`)
    return wrong
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}
