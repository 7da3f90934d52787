import { ARCHIVE_FORMAT, type ArchiveManifest, type ArchivedService } from '@daymark/contracts'
import { backupKeys, type Storage } from '@daymark/storage'
import { type ArchiveClient, ARCHIVED_SERVICES } from './archive-client.ts'
import { type ArchivePart, PartWriter } from './part-writer.ts'

type ArchiveOptions = { id: string; userId: string; madeAt: Date }

/** Writes the rows of all services and the list of objects. The caller then writes the returned manifest, which completes the backup. */
export async function writeArchive(
  accounts: Pick<ArchiveClient, 'exportPage'>,
  store: Storage,
  { id, userId, madeAt }: ArchiveOptions,
  signal?: AbortSignal,
): Promise<ArchiveManifest> {
  const openPart = (name: string): PartWriter => new PartWriter(store, { name, key: backupKeys.part(userId, id, name) })
  const counts = { photos: 0, albums: 0, rows: 0, objects: 0, bytes: 0 }
  const objectWriter = openPart('objects')
  const openParts: PartWriter[] = [objectWriter]
  // The store may still complete a part while the next part is written.
  const endedParts: Promise<ArchivePart>[] = []
  try {
    for (const service of ARCHIVED_SERVICES) {
      const rowWriter = openPart(service)
      openParts.push(rowWriter)
      for await (const page of readPages(accounts, service, userId)) {
        signal?.throwIfAborted()
        await rowWriter.write(page.rows)
        await objectWriter.write(page.objects)
        addCounts(counts, page, service)
      }
      endedParts.push(markHandled(rowWriter.end()))
    }
    endedParts.push(markHandled(objectWriter.end()))
    const parts = await Promise.all(endedParts)
    return { format: ARCHIVE_FORMAT, archive: id, userId, at: madeAt.toISOString(), counts, parts, missing: [] }
  } catch (error) {
    await Promise.all(openParts.map(writer => writer.abandon()))
    throw error
  }
}

type ExportedPage = Awaited<ReturnType<ArchiveClient['exportPage']>>

async function* readPages(
  accounts: Pick<ArchiveClient, 'exportPage'>,
  service: ArchivedService,
  userId: string,
): AsyncGenerator<ExportedPage> {
  let nextPage: Promise<ExportedPage> | undefined = accounts.exportPage(service, userId, null)
  while (nextPage) {
    const page: ExportedPage = await nextPage
    // The next page is requested while this page is written.
    nextPage = page.after === null ? undefined : markHandled(accounts.exportPage(service, userId, page.after))
    yield page
  }
}

/** Prevents Node from reporting a rejection as unhandled until the promise is awaited. */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

function addCounts(counts: ArchiveManifest['counts'], { rows, objects }: ExportedPage, service: ArchivedService): void {
  const countRows = (table: string): number =>
    service === 'library' ? rows.filter(row => row.table === table).length : 0
  counts.photos += countRows('photos')
  counts.albums += countRows('albums')
  counts.rows += rows.length
  counts.objects += objects.length
  counts.bytes += objects.reduce((sum, { size }) => sum + size, 0)
}
