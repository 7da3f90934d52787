import { backupCommands } from '@daymark/admin'
import type { ArchivedObject, ArchiveManifest } from '@daymark/contracts'
import { ObjectCopier } from '@daymark/media'
import { backupKeys } from '@daymark/storage'
import type { Place } from './place.ts'

/** Reads all of a backup. Answers the keys of what is not there, or not what it was. */
export async function damageOf(
  { storage, backups, target, store }: Place,
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
