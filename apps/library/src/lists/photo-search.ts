import { toStorableText } from '../input.ts'

export type SearchedTag = { id: string; key: string; uses: number }
type BindParameter = (value: unknown) => string

const MAX_WORDS = 8
const MAX_TAGGED_PHOTOS_FOR_UNION = 2000
const STORED_NAME = /^([A-Za-z0-9_-]+-[0-9a-z]{8})(\.[a-z0-9]+)?$/

/** SQL for the displayed title in lower case. A photo without a title displays its uploaded file name. */
const DISPLAYED_TITLE = `lower(normalize(coalesce(nullif(p.title, ''), p.original_filename)) COLLATE natural_order)`

/** Splits a search text into at most MAX_WORDS words in lower case. The searched columns are in lower case, too. */
export const splitSearchWords = (q: string): string[] =>
  toStorableText(q).normalize('NFC').trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
export const toLikePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Creates SQL conditions that require every word in the displayed title. `search` also contains the title; its condition only lets
 * PostgreSQL use the index.
 */
export const createTitleConditions = (title: string, bind: BindParameter): string[] =>
  splitSearchWords(title).map(word => {
    const like = bind(toLikePattern(word))
    return `p.search LIKE ${like} AND ${DISPLAYED_TITLE} LIKE ${like}`
  })

/**
 * Creates SQL conditions that require every word in the title, caption, uploaded name, camera or lens (`photos.search`), or in a tag of the
 * photo.
 */
export function createSearchConditions(q: string, tags: SearchedTag[], bind: BindParameter): string[] {
  const trimmed = toStorableText(q).normalize('NFC').trim()
  const conditions = splitSearchWords(q).map(word => createWordCondition(word, tags, bind))
  // users also paste the stored name of a photo, which is part of its address
  const stem = STORED_NAME.exec(trimmed)?.[1]
  return stem && conditions[0] ? [`(${conditions[0]} OR p.stem = ${bind(stem)})`] : conditions
}

/**
 * Creates the SQL condition for one word. If the word also matches tags, the photos with these tags are added by UNION ALL if they are few,
 * and by OR if they are many: OR prevents PostgreSQL from using the trigram index.
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
