import { MAX_PAGE_BUTTONS, PHOTOS_PAGE_SIZE } from '@daymark/contracts'

export const pageCount = (total: number) => Math.max(1, Math.ceil(total / PHOTOS_PAGE_SIZE))

/** Up to 5 page numbers (L-PHOTO-09), the current one in the middle if possible. */
export function pageButtons(current: number, pages: number): number[] {
  const count = Math.min(MAX_PAGE_BUTTONS, pages)
  const first = Math.min(Math.max(1, current - Math.floor(count / 2)), pages - count + 1)
  return Array.from({ length: count }, (_, i) => first + i)
}

/** The page number of the address; an invalid one is the first page. */
export function readPage(text: string | null) {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** L-PHOTO-01 */
export function showing(page: number, shown: number, total: number) {
  const first = (page - 1) * PHOTOS_PAGE_SIZE + 1
  return `Showing ${first}-${first + shown - 1} of ${total} photos`
}
