import type { ArchivedObject, ArchivedRow, ArchiveManifest, BackupTarget } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { type ArchiveClient, ARCHIVED_SERVICES } from '../archive/archive-client.ts'
import { readPart } from '../archive/read-archive.ts'
import { processAllObjects } from '../runs/process-objects.ts'

const OBJECTS_PER_CALL = 200
const ROWS_PER_CALL = 200
/** `rows`, `files`: numbers of restored rows and files. `lostHashes`: SHA-256 of files of which the backup has no valid copy. */
export type RestoreResult = { rows: number; files: number; lostHashes: string[] }
type RestoreSource = { store: Storage; target: BackupTarget; manifest: ArchiveManifest }

/**
 * Restores an account with its original ids into an installation that does not have it. Restores files before rows, so that no row refers
 * to a missing file. Existing rows and files do not change, so the restore can be repeated.
 */
export async function restoreAccount(
  accounts: Pick<ArchiveClient, 'processObjects' | 'importRows' | 'finishImport'>,
  { store, target, manifest }: RestoreSource,
): Promise<RestoreResult> {
  const { userId, parts } = manifest
  const restored: RestoreResult = { rows: 0, files: 0, lostHashes: [] }
  const findPart = (partName: string) => parts.find(({ name }) => name === partName)
  const objectList = findPart('objects')
  if (objectList)
    for await (const objects of readPart<ArchivedObject>(store, objectList, OBJECTS_PER_CALL)) {
      const { done, failed } = await processAllObjects(accounts, { what: 'restore', target, userId, objects })
      restored.files += done.length
      restored.lostHashes.push(...failed.map(({ sha256 }) => sha256))
    }
  for (const service of ARCHIVED_SERVICES) {
    const rows = findPart(service)
    if (rows)
      for await (const group of readPart<ArchivedRow>(store, rows, ROWS_PER_CALL))
        restored.rows += await accounts.importRows(service, userId, group)
  }
  for (const service of ARCHIVED_SERVICES) await accounts.finishImport(service, userId)
  return restored
}
