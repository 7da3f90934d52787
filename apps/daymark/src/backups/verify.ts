import { backupCommands } from '@daymark/admin'
import type { ArchivedObject, ArchiveManifest } from '@daymark/contracts'
import { ObjectCopier } from '@daymark/media'
import { backupKeys } from '@daymark/storage'
import type { BackupLocation } from './location.ts'

/** Reads a complete backup. Returns the keys of missing and damaged objects. */
export async function damageOf(
  { storage, backups, target, store }: BackupLocation,
  manifest: ArchiveManifest,
): Promise<string[]> {
  const copier = new ObjectCopier(storage, backups)
  const damaged: string[] = []
  const missing = new Set(manifest.missing.map(({ sha256 }) => sha256))
  const seen = new Set<string>()
  for (const part of manifest.parts)
    try {
      for await (const lines of backupCommands.readPart<ArchivedObject>(store, part)) {
        if (part.name !== 'objects') continue
        for (const object of lines) {
          if (seen.has(object.sha256) || missing.has(object.sha256)) continue
          seen.add(object.sha256)
          const reason = await copier.run({ what: 'verify', target, userId: manifest.userId }, object)
          if (reason) damaged.push(`${backupKeys.object(manifest.userId, object.sha256)} (${reason})`)
        }
      }
    } catch (error) {
      damaged.push(`${part.key} (${error instanceof Error ? error.message : 'unreadable'})`)
    }
  return damaged
}
