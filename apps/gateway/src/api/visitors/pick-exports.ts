import { type Actor, type http, type Input, type PickedPhoto, type PickListView, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'
import { csvHead, csvLine } from '../../http/csv.ts'
import { contentDisposition, safeFilename } from '../../http/file-names.ts'
import type { Body } from '../../http/send-body.ts'
import { madeFile, openMade } from '../../media/export/generated-file.ts'
import { type Choice, choiceSidecar } from '../../media/export/sidecar.ts'
import { ZipArchive } from '../../media/zip/zip.ts'
import { readPicked } from './read-feedback.ts'

type Photo = Pick<PickedPhoto, 'originalFilename' | 'title' | 'picked' | 'rejected' | 'by'>

/**
 * Lightroom's text filter takes names behind commas, Capture One's search behind spaces; both without the extension, as the client saw
 * JPEGs of what may be RAW files there.
 */
export function linesOf(format: Exclude<http.PickExport, 'xmp'>, photos: Photo[], names: ReadonlyMap<string, string>) {
  const files = photos.map(photo => oneLine(photo.originalFilename))
  if (format === 'names') return files.map(name => `${name}\n`).join('')
  if (format === 'csv') return table(photos, names)
  const stems = [...new Set(files.map(name => name.replace(/(?<=.)\.[^.]*$/, '')))]
  return stems.join(format === 'lightroom' ? ', ' : ' ')
}

/** Five stars where somebody picked it, rejected where somebody did and nobody picked it; notes with who wrote them. */
export function choiceOf({ picked, rejected, by }: Pick<PickedPhoto, 'picked' | 'rejected' | 'by'>): Choice {
  const rating = picked > 0 ? 5 : rejected > 0 ? -1 : null
  return { rating, instructions: by.flatMap(({ note }) => note || []).join('\n') }
}

const HEAD = ['Filename', 'Title', 'Picked', 'Rejected', 'Picked by', 'Rejected by', 'Notes']

function table(photos: Photo[], names: ReadonlyMap<string, string>): string {
  const nameOf = (listId: string) => names.get(listId) ?? ''
  const who = (by: Photo['by'], choice: http.PickedImage['by'][number]['choice']) =>
    by.flatMap(one => (one.choice === choice ? nameOf(one.listId) : [])).join('; ')
  const lines = photos.map(({ originalFilename, title, picked, rejected, by }) => [
    ...[originalFilename, title, picked, rejected, who(by, 'picked'), who(by, 'rejected')],
    by.flatMap(({ listId, note }) => (note ? `${nameOf(listId)}: ${note}` : [])).join('\n'),
  ])
  return csvHead(HEAD) + lines.map(csvLine).join('')
}

const oneLine = (name: string): string => name.replace(/[\r\n]+/g, ' ')

type Filter = Input<typeof sharing.listPickedPhotos>['only']
type Wanted = { linkId: string; listId: string | undefined; only: Filter | undefined; format: http.PickExport }
type Picked = { title: string; lists: PickListView[]; photos: PickedPhoto[] }

/** What was picked, for the programs in which photographers go on. */
@Injectable()
export class PickExports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
  ) {}

  async body(wanted: Wanted, actor: Actor): Promise<Body> {
    const picked = await this.read(wanted, actor)
    return wanted.format === 'xmp' ? this.sidecars(picked) : text(picked, wanted.format)
  }

  /** Names are what is asked for: of the picked, unless something else is said. */
  private async read({ linkId, listId, only, format }: Wanted, actor: Actor): Promise<Picked> {
    const { albumTitle, lists } = await this.rpc.call(sharing.listPicks, { linkId }, actor)
    const asked = { linkId, listId, only: only ?? (format === 'csv' || format === 'xmp' ? 'all' : 'picked') } as const
    const photos = await readPicked(this.rpc, asked, actor)
    const name = lists.find(({ id }) => id === listId)?.name
    return { title: name === undefined ? albumTitle : `${albumTitle} - ${name}`, lists, photos }
  }

  private sidecars({ title, photos }: Picked): Body {
    const files = photos.map(photo => {
      const stem = safeFilename(photo.originalFilename).replace(/(?<=.)\.[^.]*$/, '')
      return madeFile(`${stem}.xmp`, () => [choiceSidecar(choiceOf(photo))])
    })
    const archive = new ZipArchive(files)
    const open = openMade(this.storage)
    return {
      size: archive.size,
      etag: etagOf(JSON.stringify(files)),
      headers: headersOf('application/zip', `${title} - XMP.zip`),
      open: async range => archive.read(open, range),
    }
  }
}

function text({ title, lists, photos }: Picked, format: Exclude<http.PickExport, 'xmp'>): Body {
  const bytes = Buffer.from(linesOf(format, photos, new Map(lists.map(({ id, name }) => [id, name]))))
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
