import { errors } from '@daymark/contracts'
import { parseIdsOrThrow } from '@daymark/platform'

/**
 * Appends the photos that a requested order omits, in their present order (rule 23). Throws INVALID_INPUT if the requested order contains a
 * photo that is not in the album.
 */
export function appendOmittedPhotos(members: string[], requested: string[]): string[] {
  const createUnknownPhotoError = () =>
    errors.INVALID_INPUT({ reason: 'order: One of the photos is not in this album.' })
  const requestedIds = parseIdsOrThrow(createUnknownPhotoError, requested)
  const memberIds = new Set(members)
  if (!requestedIds.every(id => memberIds.has(id))) throw createUnknownPhotoError()
  const requestedSet = new Set(requestedIds)
  return [...requestedIds, ...members.filter(id => !requestedSet.has(id))]
}

/** A photo or a heading of an album with its position. */
export type OrderedItem = { id: string; position: number }
/** A heading with the photos after it; `heading` is null for the photos before the first heading. */
type SectionPhotos = { heading: string | null; photos: string[] }

/** Merges photos and headings into one order. A heading precedes a photo at the same position, which then belongs to its section. */
export const mergeHeadings = (photos: readonly OrderedItem[], headings: readonly OrderedItem[]): OrderedItem[] =>
  [...headings, ...photos].sort((a, b) => a.position - b.position)

export function splitIntoSections(order: readonly string[], headings: ReadonlySet<string>): SectionPhotos[] {
  let section: SectionPhotos = { heading: null, photos: [] }
  const sections = [section]
  for (const id of order)
    if (headings.has(id)) sections.push((section = { heading: id, photos: [] }))
    else section.photos.push(id)
  return sections
}
export const joinSections = (sections: readonly SectionPhotos[]): string[] =>
  sections.flatMap(({ heading, photos }) => (heading === null ? photos : [heading, ...photos]))

/** Moves photos to the end of a section in their present order; photos of the section stay where they are. */
export function movePhotos(
  sections: readonly SectionPhotos[],
  heading: string | null,
  photoIds: ReadonlySet<string>,
): SectionPhotos[] {
  const otherSections = sections.filter(section => section.heading !== heading)
  const movedPhotos = otherSections.flatMap(section => section.photos.filter(id => photoIds.has(id)))
  return sections.map(section => ({
    heading: section.heading,
    photos:
      section.heading === heading
        ? [...section.photos, ...movedPhotos]
        : section.photos.filter(id => !photoIds.has(id)),
  }))
}

/** Moves a section with its photos. `newIndex` is its index among the sections after the move. */
export function moveSection(
  [leadingPhotos, ...sections]: readonly SectionPhotos[],
  heading: string,
  newIndex: number,
): SectionPhotos[] {
  const reordered = sections.filter(section => section.heading !== heading)
  reordered.splice(newIndex, 0, ...sections.filter(section => section.heading === heading))
  return leadingPhotos ? [leadingPhotos, ...reordered] : reordered
}

/** rule 115: a request that contains all headings sets the whole order; otherwise photos are only reordered within their sections. */
export function applyRequestedOrder(
  order: readonly string[],
  headings: ReadonlySet<string>,
  requested: string[],
): string[] {
  const requestedSet = new Set(requested)
  if ([...headings].every(id => requestedSet.has(id))) return appendOmittedPhotos([...order], requested)
  const photos = order.filter(id => !headings.has(id))
  const requestedPhotos = requested.filter(id => !headings.has(id))
  const rank = new Map(appendOmittedPhotos(photos, requestedPhotos).map((id, index) => [id, index]))
  const byRank = (a: string, b: string) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)
  const sections = splitIntoSections(order, headings)
  return joinSections(sections.map(section => ({ ...section, photos: section.photos.sort(byRank) })))
}
