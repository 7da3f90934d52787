import type { ArchivedObject, ArchiveManifest, BackupTarget } from '@daymark/contracts'
import { Sealer } from '@daymark/platform'
import { backupKeys, BackupStores, type Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { ArchiveClient } from '../archive/archive-client.ts'
import { createBackupSource, writeManifest } from '../archive/manifest.ts'
import { readPart } from '../archive/read-archive.ts'
import { writeArchive } from '../archive/write-archive.ts'
import { splitIntoGroups, processAllObjects, StoreUnavailable } from './process-objects.ts'
import { type BackupRunRow, BackupRuns } from './backup-runs.ts'
import { StoredObjects } from './stored-objects.ts'

const OBJECTS_PER_PAGE = 1000
/** Time after which a backup pauses and the backup of another account continues, so that a large account does not block others. */
const MAX_TURN_MS = 60_000
/** Number of copied files that are read back immediately, so that a store which corrupts files is detected early. */
const READ_BACK_FILES = 3
const MAX_LISTED_MISSING = 1000

/** The steps of one backup. Each step can be repeated. The row of the run stores which steps are complete. */
@Injectable()
export class BackupRun {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly accounts: ArchiveClient,
    private readonly stores: BackupStores,
    private readonly runs: BackupRuns,
    private readonly objects: StoredObjects,
    private readonly sealer: Sealer,
  ) {}

  /** Returns whether the store responds. */
  async isStoreAvailable(target: BackupTarget): Promise<boolean> {
    return (
      (await this.stores[target]?.ready().then(
        () => true,
        () => false,
      )) ?? false
    )
  }

  /** Returns whether the backup is complete. */
  async continueRun(run: BackupRunRow, signal?: AbortSignal): Promise<boolean> {
    const source = createBackupSource(this.stores, run.target, this.sealer)
    if (!source) throw new Error(`there is no store for the target ${run.target}`)
    const { store } = source
    if (!run.manifest) {
      run.manifest = await writeArchive(this.accounts, store, run, signal)
      await this.runs.recordExport(run, run.manifest)
    }
    if (!(await this.copyObjects(run, run.manifest, store, signal))) return false
    const manifest = await this.runs.addSequence(run.target, run.manifest)
    await writeManifest(source, manifest)
    await this.runs.recordCompletion(run, manifest)
    return true
  }

  private async copyObjects(
    run: BackupRunRow,
    manifest: ArchiveManifest,
    store: Storage,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const part = manifest.parts.find(({ name }) => name === 'objects')
    if (!part) throw new Error(`the backup ${run.id} has no list of objects`)
    const turnEndsAt = performance.now() + MAX_TURN_MS
    let lastLine = 0
    for await (const objects of readPart<ArchivedObject>(store, part, OBJECTS_PER_PAGE)) {
      lastLine += objects.length
      if (lastLine <= run.position) continue
      if (performance.now() > turnEndsAt) return false
      const objectsToCopy = await this.objects.record(run, objects)
      run.position = lastLine
      await this.runs.recordProgress(run, await this.copyPage(run, manifest, objectsToCopy, signal))
    }
    return true
  }

  private async copyPage(
    run: BackupRunRow,
    manifest: ArchiveManifest,
    objectsToCopy: ArchivedObject[],
    signal?: AbortSignal,
  ) {
    const sizeByHash = new Map(objectsToCopy.map(({ sha256, size }) => [sha256, size]))
    const copied = { objects: 0, bytes: 0 }
    for (const objects of splitIntoGroups(objectsToCopy)) {
      const task = { what: 'copy' as const, target: run.target, userId: run.userId, objects }
      const onDone = (sha256: string[]): Promise<void> => this.objects.markStored(run, sha256)
      const { done, failed } = await processAllObjects(this.accounts, task, { signal, onDone })
      await this.verifyCopies(run, objects, done)
      const missingHashes = new Set(failed.map(({ sha256 }) => sha256))
      const missingObjects = objects.filter(({ sha256 }) => missingHashes.has(sha256))
      manifest.missing = [...manifest.missing, ...missingObjects].slice(0, MAX_LISTED_MISSING)
      copied.objects += done.length
      copied.bytes += done.reduce((sum, sha256) => sum + (sizeByHash.get(sha256) ?? 0), 0)
    }
    return copied
  }

  private async verifyCopies(run: BackupRunRow, objects: ArchivedObject[], done: string[]): Promise<void> {
    const sampleHashes = new Set(done.slice(-READ_BACK_FILES))
    const sampleObjects = objects.filter(({ sha256 }) => sampleHashes.has(sha256))
    const { failed } = await processAllObjects(this.accounts, {
      what: 'verify',
      target: run.target,
      userId: run.userId,
      objects: sampleObjects,
    })
    if (failed.length === 0) return
    await this.objects.markDamaged(run, done)
    throw new CorruptStore(failed.map(({ sha256 }) => backupKeys.object(run.userId, sha256)))
  }
}

/** Thrown if the store returned bytes that differ from the written ones. */
export class CorruptStore extends Error {
  override name = 'CorruptStore'
  constructor(public readonly keys: string[]) {
    super('The backup store returned different bytes than were written.')
  }
}

/** Returns the message for the owner of the photos about a failed backup or restore. */
export function describeFailure(error: unknown): string {
  if (error instanceof CorruptStore || error instanceof StoreUnavailable) return error.message
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if ((error as Error | null)?.name === 'StorageFull') return 'The backup store is full.'
  if (code === 'UNAVAILABLE') return 'A part of Daymark is temporarily unavailable.'
  return 'The backup store cannot be reached.'
}
