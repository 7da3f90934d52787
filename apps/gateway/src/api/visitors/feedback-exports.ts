import {
  type Actor,
  COMMENT_LIMITS,
  type http,
  type Input,
  type OwnedThread,
  type PickedPhoto,
  type PickListView,
  sharing,
} from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import { csvHead, csvLine } from '../../http/csv.ts'
import { contentDisposition, safeFilename } from '../../http/file-names.ts'
import type { Body } from '../../http/send-body.ts'
import { type Choice, choiceSidecar } from '../../media/export/sidecar.ts'
import { generatedFile, openGenerated } from '../../media/zip/zip-body.ts'
import { ZipArchive } from '../../media/zip/zip.ts'

const PAGE_SIZE = 500

/** Reads all photos that visitors of a link picked, rejected or commented in their pick lists. */
export async function readPicked(
  rpc: RpcClient,
  input: Omit<Input<typeof sharing.listPickedPhotos>, 'limit' | 'offset'>,
  actor: Actor,
): Promise<PickedPhoto[]> {
  const photos: PickedPhoto[] = []
  for (let isMore = true; isMore;) {
    const page = { ...input, limit: PAGE_SIZE, offset: photos.length }
    const found = await rpc.call(sharing.listPickedPhotos, page, actor)
    photos.push(...found.photos)
    isMore = found.photos.length === PAGE_SIZE
  }
  return photos
}

/** Reads up to `limit` comment threads of a link, in pages that fit into one response of the sharing service. */
export async function readThreads(
  rpc: RpcClient,
  { limit, ...input }: Input<typeof sharing.listComments>,
  actor: Actor,
) {
  const threads: OwnedThread[] = []
  let total = 0
  do {
    const page = { limit: Math.min(limit - threads.length, COMMENT_LIMITS.page), offset: input.offset + threads.length }
    const found = await rpc.call(sharing.listComments, { ...input, ...page }, actor)
    threads.push(...found.threads)
    total = found.total
    if (found.threads.length < page.limit) break
  } while (threads.length < limit)
  return { threads, total }
}

type Photo = Pick<PickedPhoto, 'originalFilename' | 'title' | 'picked' | 'rejected' | 'by'>

/**
 * Lightroom's text filter separates names by commas, Capture One's search by spaces. Both lists omit the extension because the client saw
 * JPEGs of files that may be RAW in these programs.
 */
export function formatPicks(
  format: Exclude<http.PickExport, 'xmp'>,
  photos: Photo[],
  names: ReadonlyMap<string, string>,
) {
  const files = photos.map(photo => withoutLineBreaks(photo.originalFilename))
  if (format === 'names') return files.map(name => `${name}\n`).join('')
  if (format === 'csv') return toCsv(photos, names)
  const stems = [...new Set(files.map(name => name.replace(/(?<=.)\.[^.]*$/, '')))]
  return stems.join(format === 'lightroom' ? ', ' : ' ')
}

/**
 * Rating and notes for the XMP file of a photo: five stars if any visitor picked it, rejected if visitors only rejected it, and all notes
 * of visitors.
 */
export function toSidecarChoice({ picked, rejected, by }: Pick<PickedPhoto, 'picked' | 'rejected' | 'by'>): Choice {
  const rating = picked > 0 ? 5 : rejected > 0 ? -1 : null
  return { rating, instructions: by.flatMap(({ note }) => note || []).join('\n') }
}

const CSV_COLUMNS = ['Filename', 'Title', 'Picked', 'Rejected', 'Picked by', 'Rejected by', 'Notes']

function toCsv(photos: Photo[], names: ReadonlyMap<string, string>): string {
  const nameOf = (listId: string) => names.get(listId) ?? ''
  const visitorsWhoChose = (by: Photo['by'], choice: http.PickedImage['by'][number]['choice']) =>
    by.flatMap(pick => (pick.choice === choice ? nameOf(pick.listId) : [])).join('; ')
  const lines = photos.map(({ originalFilename, title, picked, rejected, by }) => [
    ...[originalFilename, title, picked, rejected, visitorsWhoChose(by, 'picked'), visitorsWhoChose(by, 'rejected')],
    by.flatMap(({ listId, note }) => (note ? `${nameOf(listId)}: ${note}` : [])).join('\n'),
  ])
  return csvHead(CSV_COLUMNS) + lines.map(csvLine).join('')
}

const withoutLineBreaks = (name: string): string => name.replace(/[\r\n]+/g, ' ')

type Filter = Input<typeof sharing.listPickedPhotos>['only']
type ExportRequest = { linkId: string; listId: string | undefined; only: Filter | undefined; format: http.PickExport }
type Picked = { title: string; lists: PickListView[]; photos: PickedPhoto[] }

/** Exports picks for photo editors and spreadsheets. */
@Injectable()
export class PickExports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  async body(request: ExportRequest, actor: Actor): Promise<Body> {
    const picked = await this.read(request, actor)
    return request.format === 'xmp' ? this.sidecars(picked) : textBody(picked, request.format)
  }

  /** Without a filter, CSV and XMP contain all photos of the lists; lists of names contain picked photos only. */
  private async read({ linkId, listId, only, format }: ExportRequest, actor: Actor): Promise<Picked> {
    const { albumTitle, lists } = await this.rpc.call(sharing.listPicks, { linkId }, actor)
    const input = { linkId, listId, only: only ?? (format === 'csv' || format === 'xmp' ? 'all' : 'picked') } as const
    const photos = await readPicked(this.rpc, input, actor)
    const name = lists.find(({ id }) => id === listId)?.name
    return { title: name === undefined ? albumTitle : `${albumTitle} - ${name}`, lists, photos }
  }

  private sidecars({ title, photos }: Picked): Body {
    const files = photos.map(photo => {
      const stem = safeFilename(photo.originalFilename).replace(/(?<=.)\.[^.]*$/, '')
      return generatedFile(`${stem}.xmp`, () => [choiceSidecar(toSidecarChoice(photo))])
    })
    const archive = new ZipArchive(files)
    const open = openGenerated(this.storage)
    return {
      size: archive.size,
      etag: etagOf(JSON.stringify(files)),
      headers: headersOf('application/zip', `${title} - XMP.zip`),
      open: async range => archive.read(open, range),
    }
  }
}

function textBody({ title, lists, photos }: Picked, format: Exclude<http.PickExport, 'xmp'>): Body {
  const bytes = Buffer.from(formatPicks(format, photos, new Map(lists.map(({ id, name }) => [id, name]))))
  const isTable = format === 'csv'
  return {
    size: bytes.length,
    etag: etagOf(bytes),
    headers: headersOf(
      isTable ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
      `${title}${isTable ? '.csv' : ` - ${format}.txt`}`,
    ),
    open: async range => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  }
}

const etagOf = (of: string | Buffer): string => `"${createHash('sha256').update(of).digest('hex').slice(0, 32)}"`
const headersOf = (type: string, name: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': contentDisposition('attachment', safeFilename(name)),
  'Cache-Control': 'private, no-store',
})
