import { ARCHIVE_FORMAT, type ArchiveManifest, type ArchivedService } from '@daymark/contracts'
import { backupKeys, type Storage } from '@daymark/storage'
import { type Accounts, SERVICES } from './accounts.ts'
import { PartWriter } from './part-writer.ts'

export type Making = { id: string; userId: string; madeAt: Date }

/** Rows of every service and the list of objects, page by page. The manifest is for the end: it makes the archive whole. */
export async function writeArchive(
  accounts: Pick<Accounts, 'page'>,
  store: Storage,
  { id, userId, madeAt }: Making,
  ending?: AbortSignal,
): Promise<ArchiveManifest> {
  const part = (name: string): PartWriter => new PartWriter(store, { name, key: backupKeys.part(userId, id, name) })
  const counts = { photos: 0, albums: 0, rows: 0, objects: 0, bytes: 0 }
  const parts: ArchiveManifest['parts'] = []
  const objects = part('objects')
  let open: PartWriter | undefined
  try {
    for (const service of SERVICES) {
      open = part(service)
      for await (const page of pages(accounts, service, userId)) {
        ending?.throwIfAborted()
        await open.write(page.rows)
        await objects.write(page.objects)
        count(counts, page, service)
      }
      parts.push(await open.end())
      open = undefined
    }
    parts.push(await objects.end())
  } catch (error) {
    await Promise.all([open?.abandon(), objects.abandon()])
    throw error
  }
  return { format: ARCHIVE_FORMAT, archive: id, userId, at: madeAt.toISOString(), counts, parts, missing: [] }
}

type Page = Awaited<ReturnType<Accounts['page']>>

async function* pages(
  accounts: Pick<Accounts, 'page'>,
  service: ArchivedService,
  userId: string,
): AsyncGenerator<Page> {
  let after: string | null = null
  do {
    const page: Page = await accounts.page(service, userId, after)
    yield page
    after = page.after
  } while (after !== null)
}

function count(counts: ArchiveManifest['counts'], { rows, objects }: Page, service: ArchivedService): void {
  const of = (table: string): number => (service === 'library' ? rows.filter(row => row.table === table).length : 0)
  counts.photos += of('photos')
  counts.albums += of('albums')
  counts.rows += rows.length
  counts.objects += objects.length
  counts.bytes += objects.reduce((sum, { size }) => sum + size, 0)
}
