import type { Photo } from '../../domain/photos/photo.ts'

export type FilePair = { photo: Photo; file: File }
/** The assignment of replacement files to photos by their names. */
export type Matches = {
  /** Photo and file have the same name without extension. */
  matched: FilePair[]
  /** The file has the name of the photo with a suffix such as '-edit'. The user must confirm these pairs. */
  suggested: FilePair[]
  /** Files whose name matches several photos, or equals the name of another file. */
  ambiguous: File[]
  unmatched: File[]
}

/**
 * The suffixes that Lightroom, Photoshop, Capture One, phones and photographers append to the name of an edited file.
 */
const RETOUCH_SUFFIX = /(?:[-_ ](?:edit|edited|retouch|retouched|final|v?\d{1,2})|[-_ ]?\(\d{1,2}\))$/

/** Returns a file name in a form in which names are compared: without extension, in lower case. */
const normalizeFileName = (name: string) =>
  name
    .replace(/(?<=.)\.[^.]*$/, '')
    .normalize('NFC')
    .toLowerCase()

/**
 * Returns the possible original names of an edited file, longest first: 'img_1-edit' and 'img_1' for 'img_1-edit-2'.
 */
function listPossibleOriginals(name: string): string[] {
  const baseName = name.replace(RETOUCH_SUFFIX, '')
  return baseName === name || baseName === '' ? [] : [baseName, ...listPossibleOriginals(baseName)]
}

/** Assigns files to photos by their names, ignoring extension and case: 'img_1.jpg' matches 'IMG_1.CR3'. */
export function matchFiles(photos: readonly Photo[], files: readonly File[]): Matches {
  const photosByName = Map.groupBy(photos, photo => normalizeFileName(photo.original_filename))
  const filesByName = Map.groupBy(files, file => normalizeFileName(file.name))
  const matches: Matches = { matched: [], suggested: [], ambiguous: [], unmatched: [] }
  const guesses: FilePair[] = []
  for (const [name, filesWithName] of filesByName) {
    const [photo, ...others] = photosByName.get(name) ?? []
    const guessedName = photo ? undefined : listPossibleOriginals(name).find(base => photosByName.has(base))
    if (guessedName !== undefined)
      for (const file of filesWithName) guesses.push(...pairWithFile(photosByName.get(guessedName) ?? [], file))
    else if (!photo) matches.unmatched.push(...filesWithName)
    else if (others.length > 0 || filesWithName.length > 1) matches.ambiguous.push(...filesWithName)
    else matches.matched.push(...filesWithName.map(file => ({ photo, file })))
  }
  addSuggestions(matches, guesses)
  return matches
}

const pairWithFile = (photos: readonly Photo[], file: File): FilePair[] => photos.map(photo => ({ photo, file }))

/** Adds each guessed pair as a suggestion if neither its photo nor its file occurs in another pair. */
function addSuggestions(matches: Matches, guesses: readonly FilePair[]) {
  const matchedPhotoIds = new Set(matches.matched.map(({ photo }) => photo.id))
  const guessesByPhoto = Map.groupBy(guesses, ({ photo }) => photo.id)
  const guessesByFile = Map.groupBy(guesses, ({ file }) => file)
  for (const [file, [pair, ...otherPairs]] of guessesByFile) {
    const isUnambiguous =
      pair &&
      otherPairs.length === 0 &&
      guessesByPhoto.get(pair.photo.id)?.length === 1 &&
      !matchedPhotoIds.has(pair.photo.id)
    if (isUnambiguous) matches.suggested.push(pair)
    else matches.ambiguous.push(file)
  }
}
