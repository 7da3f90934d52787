import type { ArchivedObject, ArchiveManifest, BackupTarget } from '@daymark/contracts'
import { Sealer } from '@daymark/platform'
import { backupKeys, BackupStores, type Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { Accounts } from '../archive/accounts.ts'
import { backupSource, writeManifest } from '../archive/manifest.ts'
import { readPart } from '../archive/read-archive.ts'
import { writeArchive } from '../archive/write-archive.ts'
import { groupsOf, moveObjects } from './copy-objects.ts'
import { type Run, Runs } from './runs.ts'
import { StoredObjects } from './stored-objects.ts'

const PAGE = 1000
/** After this time the next account continues, so that a large account does not block others. */
const TURN_MS = 60_000
/** Number of copied files that are read back at once, to detect a corrupt store early. */
const READ_BACK = 3
const MAX_MISSING = 1000

/** The steps of one backup. Each can be repeated; the row of the run stores the progress between them. */
@Injectable()
export class BackupRun {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly accounts: Accounts,
    private readonly stores: BackupStores,
    private readonly runs: Runs,
    private readonly objects: StoredObjects,
    private readonly sealer: Sealer,
  ) {}

  /** Whether the store is available. */
  async answers(target: BackupTarget): Promise<boolean> {
    return (
      (await this.stores[target]?.ready().then(
        () => true,
        () => false,
      )) ?? false
    )
  }

  /** Returns whether the backup is complete. */
  async turn(run: Run, ending?: AbortSignal): Promise<boolean> {
    const source = backupSource(this.stores, run.target, this.sealer)
    if (!source) throw new Error(`there is no store for the target ${run.target}`)
    const { store } = source
    if (!run.manifest) {
      run.manifest = await writeArchive(this.accounts, store, run, ending)
      await this.runs.exported(run, run.manifest)
    }
    if (!(await this.copy(run, run.manifest, store, ending))) return false
    const manifest = await this.runs.numbered(run.target, run.manifest)
    await writeManifest(source, manifest)
    await this.runs.done(run, manifest)
    return true
  }

  private async copy(run: Run, manifest: ArchiveManifest, store: Storage, ending?: AbortSignal): Promise<boolean> {
    const part = manifest.parts.find(({ name }) => name === 'objects')
    if (!part) throw new Error(`the backup ${run.id} has no list of objects`)
    const until = performance.now() + TURN_MS
    let line = 0
    for await (const objects of readPart<ArchivedObject>(store, part, PAGE)) {
      line += objects.length
      if (line <= run.position) continue
      if (performance.now() > until) return false
      const toCopy = await this.objects.record(run, objects)
      run.position = line
      await this.runs.progressed(run, await this.move(run, manifest, toCopy, ending))
    }
    return true
  }

  private async move(run: Run, manifest: ArchiveManifest, toCopy: ArchivedObject[], ending?: AbortSignal) {
    const sizes = new Map(toCopy.map(({ sha256, size }) => [sha256, size]))
    const copied = { objects: 0, bytes: 0 }
    for (const objects of groupsOf(toCopy)) {
      const job = { what: 'copy' as const, target: run.target, userId: run.userId, objects }
      const onDone = (sha256: string[]): Promise<void> => this.objects.stored(run, sha256)
      const { done, failed } = await moveObjects(this.accounts, job, { ending, onDone })
      await this.readBack(run, objects, done)
      const missing = new Set(failed.map(({ sha256 }) => sha256))
      const lost = objects.filter(({ sha256 }) => missing.has(sha256))
      manifest.missing = [...manifest.missing, ...lost].slice(0, MAX_MISSING)
      copied.objects += done.length
      copied.bytes += done.reduce((sum, sha256) => sum + (sizes.get(sha256) ?? 0), 0)
    }
    return copied
  }

  private async readBack(run: Run, objects: ArchivedObject[], done: string[]): Promise<void> {
    const sample = new Set(done.slice(-READ_BACK))
    const read = objects.filter(({ sha256 }) => sample.has(sha256))
    const { failed } = await moveObjects(this.accounts, {
      what: 'verify',
      target: run.target,
      userId: run.userId,
      objects: read,
    })
    if (failed.length === 0) return
    await this.objects.damaged(run, done)
    throw new CorruptStore(failed.map(({ sha256 }) => backupKeys.object(run.userId, sha256)))
  }
}

/** The store returned other bytes than were written. */
export class CorruptStore extends Error {
  override name = 'CorruptStore'
  constructor(public readonly keys: string[]) {
    super('The backup store returned different bytes than were written.')
  }
}
