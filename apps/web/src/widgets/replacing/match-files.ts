import type { Photo } from '../../domain/photos/photo.ts'

export type Pair = { photo: Photo; file: File }
/** The assignment of replacement files to photos. */
export type Matches = {
  /** The same name without extension. */
  matched: Pair[]
  /** The same name apart from a retouching suffix; used only after confirmation. */
  suggested: Pair[]
  /** Files whose name several photos or several files have. */
  ambiguous: File[]
  unmatched: File[]
}

/** The suffixes that Lightroom, Photoshop, Capture One, phones and people append to the name of an edited file. */
const RETOUCHED = /(?:[-_ ](?:edit|edited|retouch|retouched|final|v?\d{1,2})|[-_ ]?\(\d{1,2}\))$/

const nameOf = (name: string) =>
  name
    .replace(/(?<=.)\.[^.]*$/, '')
    .normalize('NFC')
    .toLowerCase()

/** 'img_1-edit-2' may be derived from 'img_1-edit' or from 'img_1': the possible originals, nearest first. */
function madeOf(name: string): string[] {
  const shorter = name.replace(RETOUCHED, '')
  return shorter === name || shorter === '' ? [] : [shorter, ...madeOf(shorter)]
}

/** By name without extension, ignoring case: 'IMG_1.CR3' is matched by 'img_1.jpg'. */
export function matchFiles(photos: readonly Photo[], files: readonly File[]): Matches {
  const photosOf = Map.groupBy(photos, photo => nameOf(photo.original_filename))
  const filesOf = Map.groupBy(files, file => nameOf(file.name))
  const matches: Matches = { matched: [], suggested: [], ambiguous: [], unmatched: [] }
  const guesses: Pair[] = []
  for (const [name, named] of filesOf) {
    const [photo, ...others] = photosOf.get(name) ?? []
    const guess = photo ? undefined : madeOf(name).find(base => photosOf.has(base))
    if (guess !== undefined) for (const file of named) guesses.push(...pairsOf(photosOf.get(guess) ?? [], file))
    else if (!photo) matches.unmatched.push(...named)
    else if (others.length > 0 || named.length > 1) matches.ambiguous.push(...named)
    else matches.matched.push(...named.map(file => ({ photo, file })))
  }
  suggest(matches, guesses)
  return matches
}

const pairsOf = (photos: readonly Photo[], file: File): Pair[] => photos.map(photo => ({ photo, file }))

/** Only if neither photo nor file has another match; a photo with an exact match needs no suggestion. */
function suggest(matches: Matches, guesses: readonly Pair[]) {
  const isTaken = new Set(matches.matched.map(({ photo }) => photo.id))
  const ofPhoto = Map.groupBy(guesses, ({ photo }) => photo.id)
  const ofFile = Map.groupBy(guesses, ({ file }) => file)
  for (const [file, [pair, ...more]] of ofFile) {
    const isOnly = pair && more.length === 0 && ofPhoto.get(pair.photo.id)?.length === 1 && !isTaken.has(pair.photo.id)
    if (isOnly) matches.suggested.push(pair)
    else matches.ambiguous.push(file)
  }
}
