import type { ArchiveManifest, ArchivedRow, BackupTarget } from '@daymark/contracts'
import { backupKeys, BackupStores, EncryptionKeyMissing, type Storage } from '@daymark/storage'
import { Sealer } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Accounts } from '../archive/accounts.ts'
import { backupSource, ManifestUnsigned, readManifest, writeManifest } from '../archive/manifest.ts'
import { isDamageError, readPart } from '../archive/read-archive.ts'
import { groupsOf, moveObjects } from '../runs/copy-objects.ts'
import { Runs } from '../runs/runs.ts'
import { StoredObjects } from '../runs/stored-objects.ts'

const MAX_NAMES = 20
/** Hours between two verifications of a backup. */
export const VERIFY_EVERY_HOURS = 24
/** Files that a verification reads for each account, least recently read first. */
const SAMPLE_SIZE = 50
/** Tables with files: photos, earlier versions and guest uploads. */
const WITH_FILES = new Set(['photos', 'photo_files', 'guest_uploads'])
export type NewestBackup = {
  userId: string
  target: BackupTarget
  runId: string
  manifest: ArchiveManifest
  madeAt: Date
}
/** `damaged`: keys in the store. `names`: file names of the damaged photos. */
export type VerificationResult = { checked: number; damaged: string[]; names: string[] }

/** Reads files and rows of a backup and compares their hashes. Throws if the store is unavailable. */
@Injectable()
export class BackupVerification {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly stores: BackupStores,
    private readonly accounts: Accounts,
    private readonly objects: StoredObjects,
    private readonly runs: Runs,
    private readonly sealer: Sealer,
  ) {}

  async run(newest: NewestBackup, ending?: AbortSignal): Promise<VerificationResult> {
    const { userId, target, madeAt, manifest } = newest
    const store = this.stores[target]
    if (!store) return { checked: 0, damaged: [], names: [] }
    const sample = await this.objects.sample({ userId, target, madeAt }, SAMPLE_SIZE)
    const damagedHashes: string[] = []
    for (const objects of groupsOf(sample)) {
      const { done, failed } = await moveObjects(this.accounts, { what: 'verify', target, userId, objects }, { ending })
      await this.objects.checked(newest, done)
      damagedHashes.push(...failed.map(({ sha256 }) => sha256))
    }
    await this.objects.damaged(newest, damagedHashes)
    const parts = await damagedParts(store, newest)
    if (await this.manifestIsLost(newest)) parts.unshift(backupKeys.manifest(userId, newest.runId))
    const canReadNames = damagedHashes.length > 0 && parts.length === 0
    const names = canReadNames ? await namesOf(store, manifest, new Set(damagedHashes)) : []
    const damaged = [...parts, ...damagedHashes.map(sha256 => backupKeys.object(userId, sha256))]
    return { checked: sample.length, damaged, names }
  }

  /**
   * A backup without its manifest is useless. An unsigned manifest of an earlier release is replaced by a signed one from the
   * database.
   */
  private async manifestIsLost({ userId, target, runId, manifest }: NewestBackup): Promise<boolean> {
    const source = backupSource(this.stores, target, this.sealer)
    try {
      return !source || (await readManifest(source, userId, runId)) === undefined
    } catch (error) {
      if (source && error instanceof ManifestUnsigned) {
        const numbered = await this.runs.numbered(target, manifest)
        await writeManifest(source, numbered)
        await this.runs.setManifest(numbered)
        return false
      }
      if (!isLost(error)) throw error
      return true
    }
  }
}

/** A copy that cannot be decrypted with the present keys counts as lost and is reported before it is needed. */
const isLost = (error: unknown): boolean => isDamageError(error) || error instanceof EncryptionKeyMissing

async function damagedParts(store: Storage, { manifest: { parts } }: NewestBackup): Promise<string[]> {
  const damaged: string[] = []
  for (const part of parts) {
    try {
      for await (const _ of readPart(store, part));
    } catch (error) {
      if (!isLost(error)) throw error
      damaged.push(part.key)
    }
  }
  return damaged
}

/** Original file names of the damaged photos. */
async function namesOf(store: Storage, { parts }: ArchiveManifest, damagedHashes: Set<string>): Promise<string[]> {
  const part = parts.find(({ name }) => name === 'library')
  const names: string[] = []
  if (!part) return names
  for await (const rows of readPart<ArchivedRow>(store, part))
    for (const { table, row } of rows)
      if (WITH_FILES.has(table) && damagedHashes.has(String(row['sha256'])) && names.length < MAX_NAMES)
        names.push(String(row['original_filename']))
  return names
}
