import { toStorableText } from '../input.ts'

export type SearchedTag = { id: string; key: string; uses: number }
type BindParameter = (value: unknown) => string

const MAX_WORDS = 8
const MAX_TAGGED_PHOTOS_FOR_UNION = 2000
const STORED_NAME = /^([A-Za-z0-9_-]+-[0-9a-z]{8})(\.[a-z0-9]+)?$/

/** SQL for the displayed title in lower case: the uploaded file name if the photo has no title. */
const DISPLAYED_TITLE = `lower(normalize(coalesce(nullif(p.title, ''), p.original_filename)) COLLATE natural_order)`

/** The words of a search in lower case, like the columns that are searched. */
export const splitSearchWords = (q: string): string[] =>
  toStorableText(q).normalize('NFC').trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
export const toLikePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** SQL conditions: every word must be in the title. The index of `search`, which includes titles, narrows the candidates. */
export const createTitleConditions = (title: string, bind: BindParameter): string[] =>
  splitSearchWords(title).map(word => {
    const like = bind(toLikePattern(word))
    return `p.search LIKE ${like} AND ${DISPLAYED_TITLE} LIKE ${like}`
  })

/** SQL conditions: every word must be in title, caption, uploaded name, camera or lens (`photos.search`), or in one of the photo's tags. */
export function createSearchConditions(q: string, tags: SearchedTag[], bind: BindParameter): string[] {
  const trimmed = toStorableText(q).normalize('NFC').trim()
  const conditions = splitSearchWords(q).map(word => createWordCondition(word, tags, bind))
  const stem = STORED_NAME.exec(trimmed)?.[1] // for pasted file names
  return stem && conditions[0] ? [`(${conditions[0]} OR p.stem = ${bind(stem)})`] : conditions
}

/**
 * With a plain LIKE, PostgreSQL chooses between the trigram index and a scan in page order. A word that also matches tags needs two
 * conditions: combined by UNION if the tags have few photos, by OR if they have many. `search` and the keys of tags are lower case.
 */
function createWordCondition(word: string, tags: SearchedTag[], bind: BindParameter): string {
  const like = `search LIKE ${bind(toLikePattern(word))}`
  const matchingTags = tags.filter(tag => tag.key.includes(word))
  if (!matchingTags.length) return `p.${like}`
  const tagged = `photo_tags t WHERE t.tag_id = ANY(${bind(matchingTags.map(tag => tag.id))}::uuid[])`
  if (matchingTags.reduce((sum, tag) => sum + tag.uses, 0) > MAX_TAGGED_PHOTOS_FOR_UNION)
    return `(p.${like} OR EXISTS (SELECT 1 FROM ${tagged} AND t.photo_id = p.id))`
  return `p.id IN (SELECT s.id FROM photos s WHERE s.owner_id = $1 AND s.deleted_at IS NULL AND s.${like}
    UNION ALL SELECT t.photo_id FROM ${tagged})`
}
