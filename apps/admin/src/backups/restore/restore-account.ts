import type { ArchivedObject, ArchivedRow, ArchiveManifest, BackupTarget } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import { type Accounts, SERVICES } from '../archive/accounts.ts'
import { readPart } from '../archive/read-archive.ts'
import { moveObjects } from '../runs/copy-objects.ts'

const OBJECTS = 200
const ROWS = 200
export type Restored = { rows: number; files: number; lost: string[] }
type From = { store: Storage; target: BackupTarget; manifest: ArchiveManifest }

/**
 * Restores an account with its original ids into an installation that does not have it. Files come first, so that every row finds its
 * file. Existing rows and files stay unchanged, so the restore can be repeated.
 */
export async function restoreAccount(
  accounts: Pick<Accounts, 'work' | 'keep' | 'finish'>,
  { store, target, manifest }: From,
): Promise<Restored> {
  const { userId, parts } = manifest
  const restored: Restored = { rows: 0, files: 0, lost: [] }
  const part = (partName: string) => parts.find(({ name }) => name === partName)
  const list = part('objects')
  if (list)
    for await (const objects of readPart<ArchivedObject>(store, list, OBJECTS)) {
      const { done, failed } = await moveObjects(accounts, { what: 'restore', target, userId, objects })
      restored.files += done.length
      restored.lost.push(...failed.map(({ sha256 }) => sha256))
    }
  for (const service of SERVICES) {
    const rows = part(service)
    if (rows)
      for await (const group of readPart<ArchivedRow>(store, rows, ROWS))
        restored.rows += await accounts.keep(service, userId, group)
  }
  for (const service of SERVICES) await accounts.finish(service, userId)
  return restored
}
