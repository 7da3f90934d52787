import { setImmediate } from 'node:timers/promises'
import type { ArchivedObject } from '@daymark/contracts'
import type { Logger } from '@daymark/platform'
import { BackupCopies } from './copies.handlers.ts'
import type { CopyLeases } from './copy-leases.ts'
import type { CopyTask, ObjectCopier } from './copy-object.ts'

const doNothing = async () => {}
/** Leases of an installation in which no other replica copies objects. */
const leases = { find: async () => new Map(), acquire: doNothing, release: doNothing } as unknown as CopyLeases
const task: CopyTask = { what: 'copy', target: 'backup', userId: 'ann' }

it('one call copies all of its objects, at most four at a time, and returns the result of each', async () => {
  let [running, maxRunning] = [0, 0]
  const copier = {
    async run(_task: CopyTask, { sha256 }: ArchivedObject) {
      maxRunning = Math.max(maxRunning, ++running)
      await setImmediate()
      running--
      return sha256 === 'lost' ? 'missing' : undefined
    },
  } as unknown as ObjectCopier
  const hashes = ['a', 'b', 'c', 'd', 'e', 'lost']
  const objects = hashes.map(sha256 => ({ key: `originals/${sha256}`, sha256, size: 1 }))
  const results = await new BackupCopies(copier, leases, {} as Logger).copyAll(task, objects)
  expect(results).toEqual({ done: ['a', 'b', 'c', 'd', 'e'], failed: [{ sha256: 'lost', reason: 'missing' }] })
  expect(maxRunning).toBe(4)
})
