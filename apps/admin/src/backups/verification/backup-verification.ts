import type { ArchiveManifest, ArchivedRow, BackupTarget } from '@daymark/contracts'
import { backupKeys, BackupStores, EncryptionKeyMissing, type Storage } from '@daymark/storage'
import { Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { ArchiveClient } from '../archive/archive-client.ts'
import { createBackupSource, ManifestUnsigned, readManifest, writeManifest } from '../archive/manifest.ts'
import { isDamageError, readPart } from '../archive/read-archive.ts'
import { splitIntoGroups, processAllObjects } from '../runs/process-objects.ts'
import { BackupRuns } from '../runs/backup-runs.ts'
import { StoredObjects } from '../runs/stored-objects.ts'

const MAX_DAMAGED_NAMES = 20
/** Hours between two verifications of a backup. */
export const VERIFICATION_INTERVAL_HOURS = 24
/** Number of files that a verification reads for each account. */
const SAMPLED_FILES = 50
/** Tables whose rows have a file: photos, earlier versions and guest uploads. */
const TABLES_WITH_FILES = new Set(['photos', 'photo_files', 'guest_uploads'])
export type NewestBackup = {
  userId: string
  target: BackupTarget
  runId: string
  manifest: ArchiveManifest
  madeAt: Date
}
/** `checked`: number of files that were read. `damaged`: keys in the store. `names`: file names of the damaged photos. */
export type VerificationResult = { checked: number; damaged: string[]; names: string[] }

/** Reads files and rows of a backup and compares their hashes. Throws if the store is unavailable. */
@Injectable()
export class BackupVerification {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly stores: BackupStores,
    private readonly accounts: ArchiveClient,
    private readonly objects: StoredObjects,
    private readonly runs: BackupRuns,
    private readonly sealer: Sealer,
  ) {}

  async run(newest: NewestBackup, signal?: AbortSignal): Promise<VerificationResult> {
    const { userId, target, madeAt, manifest } = newest
    const store = this.stores[target]
    if (!store) return { checked: 0, damaged: [], names: [] }
    const sample = await this.objects.selectSample({ userId, target, madeAt }, SAMPLED_FILES)
    const damagedHashes: string[] = []
    for (const objects of splitIntoGroups(sample)) {
      const { done, failed } = await processAllObjects(
        this.accounts,
        { what: 'verify', target, userId, objects },
        { signal },
      )
      await this.objects.markVerified(newest, done)
      damagedHashes.push(...failed.map(({ sha256 }) => sha256))
    }
    await this.objects.markDamaged(newest, damagedHashes)
    const damagedParts = await findDamagedParts(store, newest)
    if (await this.isManifestLost(newest)) damagedParts.unshift(backupKeys.manifest(userId, newest.runId))
    const canReadNames = damagedHashes.length > 0 && damagedParts.length === 0
    const names = canReadNames ? await findDamagedNames(store, manifest, new Set(damagedHashes)) : []
    const damaged = [...damagedParts, ...damagedHashes.map(sha256 => backupKeys.object(userId, sha256))]
    return { checked: sample.length, damaged, names }
  }

  /** Returns whether the manifest cannot be read. If it is unsigned, replaces it by a signed one that is created from the database. */
  private async isManifestLost({ userId, target, runId, manifest }: NewestBackup): Promise<boolean> {
    const source = createBackupSource(this.stores, target, this.sealer)
    try {
      return !source || (await readManifest(source, userId, runId)) === undefined
    } catch (error) {
      if (source && error instanceof ManifestUnsigned) {
        const numberedManifest = await this.runs.addSequence(target, manifest)
        await writeManifest(source, numberedManifest)
        await this.runs.setManifest(numberedManifest)
        return false
      }
      if (!isLossError(error)) throw error
      return true
    }
  }
}

/**
 * Whether an error means that a copy is lost. This includes copies that cannot be decrypted with the current keys, so that operators notice
 * the loss before they need the backup.
 */
const isLossError = (error: unknown): boolean => isDamageError(error) || error instanceof EncryptionKeyMissing

async function findDamagedParts(store: Storage, { manifest: { parts } }: NewestBackup): Promise<string[]> {
  const damaged: string[] = []
  for (const part of parts) {
    try {
      for await (const _ of readPart(store, part));
    } catch (error) {
      if (!isLossError(error)) throw error
      damaged.push(part.key)
    }
  }
  return damaged
}

/** Finds the original file names of the damaged photos. */
async function findDamagedNames(
  store: Storage,
  { parts }: ArchiveManifest,
  damagedHashes: Set<string>,
): Promise<string[]> {
  const part = parts.find(({ name }) => name === 'library')
  const names: string[] = []
  if (!part) return names
  for await (const rows of readPart<ArchivedRow>(store, part))
    for (const { table, row } of rows)
      if (TABLES_WITH_FILES.has(table) && damagedHashes.has(String(row['sha256'])) && names.length < MAX_DAMAGED_NAMES)
        names.push(String(row['original_filename']))
  return names
}
