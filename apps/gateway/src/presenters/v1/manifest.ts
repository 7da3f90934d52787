import { createHash } from 'node:crypto'
import type { http, ManifestPhoto } from '@daymark/contracts'
import { presentManifestImage } from './image.ts'

export const JSON_LINES = 'application/x-ndjson'
export type Page = { photos: ManifestPhoto[]; next: string | null }
type Head = { album: http.v1.Album; generated_at: string }
type Parts = { head: Head; site: string; first: Page; more(after: string): Promise<Page> }

/** Of a state of the library, as `generated_at` makes every manifest another one. */
export const manifestTag = (...state: unknown[]): string =>
  `"${createHash('sha1').update(JSON.stringify(state)).digest('base64url')}"`

/** One JSON, piece by piece: an album of 100,000 photos is never held as a whole. */
export async function* asJson(parts: Parts): AsyncGenerator<string> {
  yield `${JSON.stringify(parts.head).slice(0, -1)},"images":[`
  let separator = ''
  for await (const page of imagesOf(parts)) {
    if (page.length === 0) continue
    yield separator + page.map(image => JSON.stringify(image)).join(',')
    separator = ','
  }
  yield ']}'
}

/** The album on the first line, an image on every other. */
export async function* asLines(parts: Parts): AsyncGenerator<string> {
  yield `${JSON.stringify(parts.head)}\n`
  for await (const page of imagesOf(parts)) yield page.map(image => `${JSON.stringify(image)}\n`).join('')
}

async function* imagesOf({ site, first, more }: Parts): AsyncGenerator<http.v1.ManifestImage[]> {
  let position = 0
  for (let page: Page | null = first; page; page = page.next === null ? null : await more(page.next))
    yield page.photos.map(photo => presentManifestImage(photo, position++, site))
}
