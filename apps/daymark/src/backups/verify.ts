import { readPart } from '@daymark/admin'
import type { ArchivedObject, ArchivedRow, ArchiveManifest } from '@daymark/contracts'
import { ObjectCopier } from '@daymark/media'
import {
  type ArchivedTable,
  countImportable,
  type Database,
  type Env,
  exportRows,
  withDatabase,
} from '@daymark/platform'
import { backupKeys, ObjectMissing, type Storage } from '@daymark/storage'
import { createHash } from 'node:crypto'
import { loadServices } from '../services.ts'
import type { BackupLocation } from './location.ts'

/**
 * Reads all files of a backup and returns the keys of missing and damaged files, with the reason. Files that were already missing when the
 * backup was created are not listed.
 */
export async function findDamagedObjects(
  { storage, backups, target, store }: BackupLocation,
  manifest: ArchiveManifest,
): Promise<string[]> {
  const copier = new ObjectCopier(storage, backups)
  const damaged: string[] = []
  const missingHashes = new Set(manifest.missing.map(({ sha256 }) => sha256))
  const checkedHashes = new Set<string>()
  for (const part of manifest.parts)
    try {
      for await (const lines of readPart<ArchivedObject>(store, part)) {
        if (part.name !== 'objects') continue
        for (const object of lines) {
          if (checkedHashes.has(object.sha256) || missingHashes.has(object.sha256)) continue
          checkedHashes.add(object.sha256)
          const reason = await copier.run({ what: 'verify', target, userId: manifest.userId }, object)
          if (reason) damaged.push(`${backupKeys.object(manifest.userId, object.sha256)} (${reason})`)
        }
      }
    } catch (error) {
      damaged.push(`${part.key} (${error instanceof Error ? error.message : 'unreadable'})`)
    }
  return damaged
}

type ArchivePart = ArchiveManifest['parts'][number]
/** Columns that the comparison ignores, because a restore processes photos again and increases versions. */
const IGNORED_COLUMNS = ['version', 'status', 'error', 'variants', 'visitor', 'search']

/** Compares a restored account with its backup: the hash of each file, and each row. Returns the number of differences. */
export async function compareWithBackup(
  env: Env,
  { storage, store }: BackupLocation,
  manifest: ArchiveManifest,
): Promise<number> {
  let differences = 0
  const report = (difference: string): void => {
    differences += 1
    console.log(`DIFFERENT: ${difference}`)
  }
  for (const part of manifest.parts)
    if (part.name === 'objects') {
      for await (const objects of readPart<ArchivedObject>(store, part))
        for (const { key, sha256 } of objects)
          if ((await hashObject(storage, key)) !== sha256) report(`the file ${key}`)
    } else await compareRows(env, { store, part, userId: manifest.userId }, report)
  return differences
}

async function compareRows(
  env: Env,
  { store, part, userId }: { store: Storage; part: ArchivePart; userId: string },
  report: (difference: string) => void,
): Promise<void> {
  const [definition] = await loadServices([part.name])
  const tables = definition?.archive?.tables ?? []
  await withDatabase(env, { service: part.name }, async db => {
    const restoredRows = await hashRows(db, tables, userId)
    for await (const rows of readPart<ArchivedRow>(store, part)) {
      const missingByTable = Map.groupBy(
        rows.filter(row => !restoredRows.has(hashRow(tables, row))),
        row => row.table,
      )
      for (const [name, missingRows] of missingByTable) {
        const table = tables.find(one => one.table === name)
        // A restore skips rows that refer to data without a backup, such as a deleted photo. They are not counted as differences.
        const count = table
          ? await countImportable(db, table, { userId, rows: missingRows.map(({ row }) => row) })
          : missingRows.length
        for (let n = 0; n < count; n++) report(`a row of ${part.name}.${name}`)
      }
    }
  })
}

async function hashObject(storage: Storage, key: string): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    for await (const piece of await storage.get(key)) hash.update(piece)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined
    throw error
  }
}

/** Returns hashes instead of rows, because the rows of a library of 100,000 photos would not fit into memory. */
async function hashRows(db: Database, tables: ArchivedTable[], userId: string): Promise<Set<string>> {
  const hashes = new Set<string>()
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof exportRows>> = await exportRows(db, tables, { userId, after })
    for (const row of page.rows) hashes.add(hashRow(tables, row))
    after = page.after
  } while (after !== null)
  return hashes
}

/** Tables of counters, which a restore computes again. */
const COUNTER_TABLES = ['accounts']
/**
 * Hashes a row without the columns that a restore changes: IGNORED_COLUMNS and those that the table overrides. Of a row in COUNTER_TABLES,
 * only the user id is hashed.
 */
function hashRow(tables: ArchivedTable[], { table, row }: ArchivedRow): string {
  const overriddenColumns = Object.keys(tables.find(one => one.table === table)?.overrides ?? {})
  const comparedColumns = COUNTER_TABLES.includes(table)
    ? { user_id: row['user_id'] }
    : Object.fromEntries(
        Object.entries(row).filter(([name]) => ![...IGNORED_COLUMNS, ...overriddenColumns].includes(name)),
      )
  const entries = Object.entries(comparedColumns).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha1')
    .update(JSON.stringify([table, entries]))
    .digest('base64')
}
