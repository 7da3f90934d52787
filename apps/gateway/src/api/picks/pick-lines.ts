import type { http, PickedPhoto } from '@daymark/contracts'
import { csvHead, csvLine } from '../../helpers/csv.ts'
import type { Choice } from '../../media/export/sidecar.ts'

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
