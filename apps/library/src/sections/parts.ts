import { newOrder } from '../albums/new-order.ts'

/** A photo or a heading of an album, and where it stands. */
export type Item = { id: string; position: number }
/** A heading with the photos that stand behind it; those before the first one have none. */
export type Part = { heading: string | null; photos: string[] }

/** Photos and headings as one order. Of two at the same place the heading comes first: so the photo is in it. */
export const merged = (photos: readonly Item[], headings: readonly Item[]): Item[] =>
  [...headings, ...photos].sort((a, b) => a.position - b.position)

export function partsOf(order: readonly string[], headings: ReadonlySet<string>): Part[] {
  let part: Part = { heading: null, photos: [] }
  const parts = [part]
  for (const id of order)
    if (headings.has(id)) parts.push((part = { heading: id, photos: [] }))
    else part.photos.push(id)
  return parts
}
export const orderOf = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ heading, photos }) => (heading === null ? photos : [heading, ...photos]))

/** Photos to the end of a section, in the order they have; those that are in it stay where they are. */
export function movedTo(parts: readonly Part[], heading: string | null, photoIds: ReadonlySet<string>): Part[] {
  const others = parts.filter(part => part.heading !== heading)
  const coming = others.flatMap(part => part.photos.filter(id => photoIds.has(id)))
  return parts.map(part => ({
    heading: part.heading,
    photos: part.heading === heading ? [...part.photos, ...coming] : part.photos.filter(id => !photoIds.has(id)),
  }))
}

/** A section with its photos to another place among the sections. */
export function movedSection([first, ...sections]: readonly Part[], heading: string, to: number): Part[] {
  const others = sections.filter(part => part.heading !== heading)
  others.splice(to, 0, ...sections.filter(part => part.heading === heading))
  return first ? [first, ...others] : others
}

/** rule 115: who names all headings has all stand as it is asked; else photos change places within their sections only. */
export function askedOrder(order: readonly string[], headings: ReadonlySet<string>, asked: string[]): string[] {
  const named = new Set(asked)
  if ([...headings].every(id => named.has(id))) return newOrder([...order], asked)
  const photos = order.filter(id => !headings.has(id))
  const askedPhotos = asked.filter(id => !headings.has(id))
  const rank = new Map(newOrder(photos, askedPhotos).map((id, at) => [id, at]))
  const byRank = (a: string, b: string) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)
  return orderOf(partsOf(order, headings).map(part => ({ ...part, photos: part.photos.sort(byRank) })))
}
