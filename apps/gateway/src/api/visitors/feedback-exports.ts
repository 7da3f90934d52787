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
import { formatCsvHead, formatCsvLine } from '../../http/csv.ts'
import { computeEntityTag } from '../../http/entity-tags.ts'
import { contentDisposition, toSafeFilename } from '../../http/file-names.ts'
import type { ResponseBody } from '../../http/send-body.ts'
import { type ClientChoice, createChoiceSidecar } from '../../media/export/sidecar.ts'
import { createGeneratedFile, createMemberOpener } from '../../media/zip/zip-body.ts'
import { ZipArchive } from '../../media/zip/zip.ts'

const PICKS_PAGE_SIZE = 500

/** Reads all photos that visitors of a link picked, rejected or commented in their pick lists. */
export async function readPickedPhotos(
  rpc: RpcClient,
  input: Omit<Input<typeof sharing.listPickedPhotos>, 'limit' | 'offset'>,
  actor: Actor,
): Promise<PickedPhoto[]> {
  const photos: PickedPhoto[] = []
  for (let hasMore = true; hasMore;) {
    const page = { ...input, limit: PICKS_PAGE_SIZE, offset: photos.length }
    const result = await rpc.call(sharing.listPickedPhotos, page, actor)
    photos.push(...result.photos)
    hasMore = result.photos.length === PICKS_PAGE_SIZE
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
    const result = await rpc.call(sharing.listComments, { ...input, ...page }, actor)
    threads.push(...result.threads)
    total = result.total
    if (result.threads.length < page.limit) break
  } while (threads.length < limit)
  return { threads, total }
}

type ExportedPick = Pick<PickedPhoto, 'originalFilename' | 'title' | 'picked' | 'rejected' | 'by'>

/**
 * The text of an export: one file name per line, CSV, or one line of names to search for in a photo editor. Lightroom separates such names
 * by commas, Capture One by spaces. The names for photo editors have no extension, because the client saw JPEGs, but the photo editor may
 * contain RAW files.
 */
function formatPicks(
  format: Exclude<http.PickExport, 'xmp'>,
  photos: ExportedPick[],
  names: ReadonlyMap<string, string>,
) {
  const fileNames = photos.map(photo => withoutLineBreaks(photo.originalFilename))
  if (format === 'names') return fileNames.map(name => `${name}\n`).join('')
  if (format === 'csv') return formatCsv(photos, names)
  const stems = [...new Set(fileNames.map(name => name.replace(/(?<=.)\.[^.]*$/, '')))]
  return stems.join(format === 'lightroom' ? ', ' : ' ')
}

/**
 * Rating and notes for the XMP file of a photo: five stars if any visitor picked it, rejected if visitors only rejected it, and all notes
 * of visitors.
 */
function toSidecarChoice({ picked, rejected, by }: Pick<PickedPhoto, 'picked' | 'rejected' | 'by'>): ClientChoice {
  const rating = picked > 0 ? 5 : rejected > 0 ? -1 : null
  return { rating, instructions: by.flatMap(({ note }) => note || []).join('\n') }
}

const PICK_CSV_COLUMNS = ['Filename', 'Title', 'Picked', 'Rejected', 'Picked by', 'Rejected by', 'Notes']

function formatCsv(photos: ExportedPick[], names: ReadonlyMap<string, string>): string {
  const visitorNameOf = (listId: string) => names.get(listId) ?? ''
  const namesByChoice = (by: ExportedPick['by'], choice: http.PickedImage['by'][number]['choice']) =>
    by.flatMap(pick => (pick.choice === choice ? visitorNameOf(pick.listId) : [])).join('; ')
  const rows = photos.map(({ originalFilename, title, picked, rejected, by }) => [
    originalFilename,
    title,
    picked,
    rejected,
    namesByChoice(by, 'picked'),
    namesByChoice(by, 'rejected'),
    by.flatMap(({ listId, note }) => (note ? `${visitorNameOf(listId)}: ${note}` : [])).join('\n'),
  ])
  return formatCsvHead(PICK_CSV_COLUMNS) + rows.map(formatCsvLine).join('')
}

const withoutLineBreaks = (name: string): string => name.replace(/[\r\n]+/g, ' ')

type PickFilter = Input<typeof sharing.listPickedPhotos>['only']
type ExportRequest = {
  linkId: string
  listId: string | undefined
  only: PickFilter | undefined
  format: http.PickExport
}
type PickExportData = { title: string; lists: PickListView[]; photos: PickedPhoto[] }

/** Exports picks for photo editors and spreadsheets. */
@Injectable()
export class PickExports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  async createBody(request: ExportRequest, actor: Actor): Promise<ResponseBody> {
    const exportData = await this.readData(request, actor)
    return request.format === 'xmp' ? this.createSidecarZip(exportData) : createTextBody(exportData, request.format)
  }

  /** Without a filter, CSV and XMP contain all photos of the lists; lists of names contain picked photos only. */
  private async readData({ linkId, listId, only, format }: ExportRequest, actor: Actor): Promise<PickExportData> {
    const { albumTitle, lists } = await this.rpc.call(sharing.listPicks, { linkId }, actor)
    const input = { linkId, listId, only: only ?? (format === 'csv' || format === 'xmp' ? 'all' : 'picked') } as const
    const photos = await readPickedPhotos(this.rpc, input, actor)
    const name = lists.find(({ id }) => id === listId)?.name
    return { title: name === undefined ? albumTitle : `${albumTitle} - ${name}`, lists, photos }
  }

  private createSidecarZip({ title, photos }: PickExportData): ResponseBody {
    const files = photos.map(photo => {
      const stem = toSafeFilename(photo.originalFilename).replace(/(?<=.)\.[^.]*$/, '')
      return createGeneratedFile(`${stem}.xmp`, () => [createChoiceSidecar(toSidecarChoice(photo))])
    })
    const archive = new ZipArchive(files)
    const openFile = createMemberOpener(this.storage)
    return {
      size: archive.size,
      etag: computeEntityTag(JSON.stringify(files)),
      headers: createDownloadHeaders('application/zip', `${title} - XMP.zip`),
      open: async range => archive.read(openFile, range),
    }
  }
}

function createTextBody(
  { title, lists, photos }: PickExportData,
  format: Exclude<http.PickExport, 'xmp'>,
): ResponseBody {
  const bytes = Buffer.from(formatPicks(format, photos, new Map(lists.map(({ id, name }) => [id, name]))))
  const isCsv = format === 'csv'
  return {
    size: bytes.length,
    etag: computeEntityTag(bytes),
    headers: createDownloadHeaders(
      isCsv ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
      `${title}${isCsv ? '.csv' : ` - ${format}.txt`}`,
    ),
    open: async range => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  }
}

const createDownloadHeaders = (type: string, name: string): Record<string, string> => ({
  'Content-Type': type,
  'Content-Disposition': contentDisposition('attachment', toSafeFilename(name)),
  'Cache-Control': 'private, no-store',
})
