import { ARCHIVE_FORMAT, type ArchiveManifest, type ArchivedService } from '@daymark/contracts'
import { backupKeys, type Storage } from '@daymark/storage'
import { type Accounts, SERVICES } from './accounts.ts'
import { type Part, PartWriter } from './part-writer.ts'

export type ArchiveOptions = { id: string; userId: string; madeAt: Date }

/** Writes the rows of every service and the list of objects page by page. The caller writes the manifest last, which completes it. */
export async function writeArchive(
  accounts: Pick<Accounts, 'page'>,
  store: Storage,
  { id, userId, madeAt }: ArchiveOptions,
  ending?: AbortSignal,
): Promise<ArchiveManifest> {
  const part = (name: string): PartWriter => new PartWriter(store, { name, key: backupKeys.part(userId, id, name) })
  const counts = { photos: 0, albums: 0, rows: 0, objects: 0, bytes: 0 }
  const objects = part('objects')
  const open: PartWriter[] = [objects]
  // the next part is written while the store completes this one
  const endedParts: Promise<Part>[] = []
  try {
    for (const service of SERVICES) {
      const rows = part(service)
      open.push(rows)
      for await (const page of pages(accounts, service, userId)) {
        ending?.throwIfAborted()
        await rows.write(page.rows)
        await objects.write(page.objects)
        count(counts, page, service)
      }
      endedParts.push(quiet(rows.end()))
    }
    endedParts.push(quiet(objects.end()))
    const parts = await Promise.all(endedParts)
    return { format: ARCHIVE_FORMAT, archive: id, userId, at: madeAt.toISOString(), counts, parts, missing: [] }
  } catch (error) {
    await Promise.all(open.map(one => one.abandon()))
    throw error
  }
}

type Page = Awaited<ReturnType<Accounts['page']>>

async function* pages(
  accounts: Pick<Accounts, 'page'>,
  service: ArchivedService,
  userId: string,
): AsyncGenerator<Page> {
  let next: Promise<Page> | undefined = accounts.page(service, userId, null)
  while (next) {
    const page: Page = await next
    // the next one is read while this one is written
    next = page.after === null ? undefined : quiet(accounts.page(service, userId, page.after))
    yield page
  }
}

/** Marks the rejection as handled until the promise is awaited. */
function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

function count(counts: ArchiveManifest['counts'], { rows, objects }: Page, service: ArchivedService): void {
  const countRows = (table: string): number =>
    service === 'library' ? rows.filter(row => row.table === table).length : 0
  counts.photos += countRows('photos')
  counts.albums += countRows('albums')
  counts.rows += rows.length
  counts.objects += objects.length
  counts.bytes += objects.reduce((sum, { size }) => sum + size, 0)
}
