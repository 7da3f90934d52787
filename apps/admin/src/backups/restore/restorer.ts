import {
  type ArchiveManifest,
  type ArchivedObject,
  type ArchivedRow,
  errors,
  type Input,
  libraryRestores,
  sharingRestores,
  system,
} from '@daymark/contracts'
import { Database, RpcClient, Sealer } from '@daymark/platform'
import { BackupStores, type Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { ArchiveClient } from '../archive/archive-client.ts'
import { createBackupSource, type BackupSource, readManifest } from '../archive/manifest.ts'
import { readPart } from '../archive/read-archive.ts'
import { processAllObjects } from '../runs/process-objects.ts'
import { type RequestedRestore, createRowFilter } from './restore-selection.ts'

const OBJECTS_PER_PAGE = 200
/** Maximum number of rows in one call. The limit is low, because rows of photos are large. */
const ROWS_PER_CALL = 200
/** The maximum number of checksums or albums in one call (libs/contracts/src/bus/admin/backups.ts). */
const MAX_PER_CALL = 5000
const SELECT_MANIFEST = `
  SELECT manifest FROM backup_runs WHERE user_id = $1 AND id = $2 AND target = $3 AND state = 'done' AND manifest IS NOT NULL`

/** Restores photos, albums and links that a backup contains and the account no longer has. Existing data never changes. */
@Injectable()
export class Restorer {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly rpc: RpcClient,
    private readonly db: Database,
    private readonly stores: BackupStores,
    private readonly accounts: ArchiveClient,
    private readonly sealer: Sealer,
  ) {}

  /** Returns the number of photos that could not be restored because the backup has no intact copy. */
  async run(restore: RequestedRestore, signal?: AbortSignal): Promise<number> {
    const source = createBackupSource(this.stores, restore.target, this.sealer)
    const manifest = source && (await this.readManifestOf(restore, source))
    if (!source || !manifest) throw errors.NOT_FOUND()
    const { store } = source
    const { id: restoreId, userId } = restore
    await this.stageRows(restore, store, manifest, signal)
    const lostHashes = await this.restoreFiles(restore, signal)
    for (let n = 0; n < lostHashes.length; n += MAX_PER_CALL)
      await this.rpc.call(
        libraryRestores.skipPhotos,
        { restoreId, userId, sha256s: lostHashes.slice(n, n + MAX_PER_CALL) },
        system,
      )
    await this.applyStagedRows(restore, signal)
    if (!restore.selection) await this.restoreLinks(restore, store, manifest)
    await this.rpc.call(libraryRestores.discardStagedRows, { userId }, system)
    return lostHashes.length
  }

  /** Reads the manifest from the database, or from the store if another installation created the backup. */
  private async readManifestOf(
    { userId, backupId }: RequestedRestore,
    source: BackupSource,
  ): Promise<ArchiveManifest | undefined> {
    const [recorded] = await this.db.sql<{ manifest: ArchiveManifest }>(SELECT_MANIFEST, [
      userId,
      backupId,
      source.target,
    ])
    return recorded?.manifest ?? readManifest(source, userId, backupId)
  }

  private async stageRows(
    { id, userId, selection }: RequestedRestore,
    store: Storage,
    manifest: ArchiveManifest,
    signal?: AbortSignal,
  ) {
    const isSelected = await createRowFilter(store, manifest, selection)
    for await (const rows of readRows(store, manifest, 'library')) {
      signal?.throwIfAborted()
      const staged = rows.filter(line => line.table !== 'accounts' && isSelected(line))
      if (staged.length > 0) await this.rpc.call(libraryRestores.stage, { restoreId: id, userId, rows: staged }, system)
    }
  }

  private async restoreFiles({ id, userId, target }: RequestedRestore, signal?: AbortSignal): Promise<string[]> {
    const lostHashes: string[] = []
    let after: string | null = null
    do {
      const input: { restoreId: string; userId: string; after: string | null; limit: number } = {
        restoreId: id,
        userId,
        after,
        limit: OBJECTS_PER_PAGE,
      }
      const page: { photos: number; objects: ArchivedObject[]; after: string | null } = await this.rpc.call(
        libraryRestores.listMissingFiles,
        input,
        system,
      )
      if (after === null) await this.setProgress(id, 'photos = restored + $2', page.photos)
      const { failed } = await processAllObjects(
        this.accounts,
        { what: 'restore', target, userId, objects: page.objects },
        { signal },
      )
      lostHashes.push(...failed.map(({ sha256 }) => sha256))
      after = page.after
    } while (after !== null)
    return lostHashes
  }

  private async applyStagedRows({ id, userId }: RequestedRestore, signal?: AbortSignal): Promise<void> {
    for (let hasMore = true; hasMore;) {
      signal?.throwIfAborted()
      const response = await this.rpc.call(libraryRestores.apply, { restoreId: id, userId }, system)
      await this.setProgress(id, 'restored = $2', response.photos)
      hasMore = response.more
    }
  }

  private async restoreLinks(
    { id, userId }: RequestedRestore,
    store: Storage,
    manifest: ArchiveManifest,
  ): Promise<void> {
    const newAlbumIds = await this.loadNewAlbumIds(id, userId)
    for await (const rows of readRows(store, manifest, 'sharing')) {
      const links = rows.filter(({ table }) => table === 'links')
      if (links.length === 0) continue
      const albumIds = new Set(links.map(({ row }) => String(row['album_id'])))
      const albums = [...albumIds].flatMap(from => {
        const to = newAlbumIds.get(from)
        return to === undefined ? [] : [{ from, to }]
      })
      await this.rpc.call(sharingRestores.restoreLinks, { userId, rows: links, albums }, system)
    }
  }

  /** Returns the new id of each restored album by its id in the backup. */
  private async loadNewAlbumIds(restoreId: string, userId: string): Promise<Map<string, string>> {
    const newAlbumIds = new Map<string, string>()
    for (let after: string | null = null, isLast = false; !isLast;) {
      const input: Input<typeof libraryRestores.listAlbums> = { restoreId, userId, after, limit: MAX_PER_CALL }
      const { albums } = await this.rpc.call(libraryRestores.listAlbums, input, system)
      for (const { from, to } of albums) newAlbumIds.set(from, to)
      after = albums.at(-1)?.from ?? null
      isLast = albums.length < MAX_PER_CALL
    }
    return newAlbumIds
  }

  private async setProgress(id: string, assignment: string, value: number): Promise<void> {
    await this.db.commit(async tx => tx.send(`UPDATE backup_restores SET ${assignment} WHERE id = $1`, [id, value]))
  }
}

function readRows(store: Storage, { parts }: ArchiveManifest, service: string): AsyncGenerator<ArchivedRow[]> {
  const part = parts.find(({ name }) => name === service)
  if (!part) throw new Error(`the backup has no rows of ${service}`)
  return readPart<ArchivedRow>(store, part, ROWS_PER_CALL)
}
