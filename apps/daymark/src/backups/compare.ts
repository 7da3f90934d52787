import { createHash } from 'node:crypto'
import { backupCommands } from '@daymark/admin'
import type { ArchivedObject, ArchivedRow, ArchiveManifest } from '@daymark/contracts'
import { type Env, exportRows, withDatabase } from '@daymark/platform'
import { ObjectMissing, type Storage } from '@daymark/storage'
import { load } from '../services.ts'
import type { Place } from './place.ts'

/** What is other on purpose: photos are made ready anew, and versions go on. */
const OTHER = ['version', 'status', 'error', 'variants', 'visitor', 'search']

/** What was brought back against the backup: every file by its hash, every row. Answers how many are not as they were. */
export async function compareWith(env: Env, { storage, store }: Place, manifest: ArchiveManifest): Promise<number> {
  let wrong = 0
  const say = (what: string): void => {
    wrong += 1
    console.log(`DIFFERENT: ${what}`)
  }
  for (const part of manifest.parts)
    if (part.name === 'objects') {
      for await (const objects of backupCommands.readPart<ArchivedObject>(store, part))
        for (const { key, sha256 } of objects) if ((await hashOf(storage, key)) !== sha256) say(`the file ${key}`)
    } else {
      const found = await rowsOf(env, part.name, manifest.userId)
      for await (const rows of backupCommands.readPart<ArchivedRow>(store, part))
        for (const row of rows) if (!found.has(textOf(row))) say(`a row of ${part.name}.${row.table}`)
    }
  return wrong
}

async function hashOf(storage: Storage, key: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    for await (const piece of await storage.get(key)) hash.update(piece)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw error
  }
}

/** Hashes, so that a library of a hundred thousand photos fits into memory. */
async function rowsOf(env: Env, service: string, userId: string): Promise<Set<string>> {
  const [definition] = await load([service])
  const tables = definition?.archive?.tables ?? []
  const found = new Set<string>()
  await withDatabase(env, { service }, async db => {
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof exportRows>> = await exportRows(db, tables, { userId, after })
      for (const row of page.rows) found.add(textOf(row))
      after = page.after
    } while (after !== null)
  })
  return found
}

const COUNTS = ['accounts']
function textOf({ table, row }: ArchivedRow): string {
  const told = COUNTS.includes(table)
    ? { user_id: row['user_id'] }
    : Object.fromEntries(Object.entries(row).filter(([name]) => !OTHER.includes(name)))
  const entries = Object.entries(told).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha1')
    .update(JSON.stringify([table, entries]))
    .digest('base64')
}
