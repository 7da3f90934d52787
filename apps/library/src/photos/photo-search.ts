import { storable } from '../text.ts'

export type SearchedTag = { id: string; key: string; uses: number }
type Bind = (value: unknown) => string

const MAX_WORDS = 8
const COLLECT_UP_TO = 2000
const STORED_NAME = /^([A-Za-z0-9_-]+-[0-9a-z]{8})(\.[a-z0-9]+)?$/

/** A photo's title as people see it: the uploaded name where it has none. In lower case, as `photos.search` is. */
const SHOWN_TITLE = `lower(normalize(coalesce(nullif(p.title, ''), p.original_filename)) COLLATE natural_order)`

/** The words of what somebody searches for, as they can be looked for in what was made lower case. */
export const searchedWords = (q: string): string[] =>
  storable(q).normalize('NFC').trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
export const likeWord = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Every word in the title; the index of `search`, which holds titles too, finds the few that are looked at. */
export const titleConditions = (title: string, bind: Bind): string[] =>
  searchedWords(title).map(word => {
    const like = bind(likeWord(word))
    return `p.search LIKE ${like} AND ${SHOWN_TITLE} LIKE ${like}`
  })

/** Every word must be found: in title, caption, uploaded name, camera or lens (`photos.search`), or in one of the photo's tags. */
export function searchConditions(q: string, tags: SearchedTag[], bind: Bind): string[] {
  const asked = storable(q).normalize('NFC').trim()
  const conditions = searchedWords(q).map(word => found(word, tags, bind))
  const stem = STORED_NAME.exec(asked)?.[1] // nobody types it, but people paste it
  return stem && conditions[0] ? [`(${conditions[0]} OR p.stem = ${bind(stem)})`] : conditions
}

/**
 * A plain LIKE leaves Postgres the choice between the trigram index and walking the order of the page. A word that is also in a
 * tag needs both sides together: by collecting when the tags have few photos, by walking when they have many. `search` is lower
 * case, as are the keys of tags.
 */
function found(word: string, tags: SearchedTag[], bind: Bind): string {
  const like = `search LIKE ${bind(likeWord(word))}`
  const named = tags.filter(tag => tag.key.includes(word))
  if (!named.length) return `p.${like}`
  const tagged = `photo_tags t WHERE t.tag_id = ANY(${bind(named.map(tag => tag.id))}::uuid[])`
  if (named.reduce((sum, tag) => sum + tag.uses, 0) > COLLECT_UP_TO)
    return `(p.${like} OR EXISTS (SELECT 1 FROM ${tagged} AND t.photo_id = p.id))`
  return `p.id IN (SELECT s.id FROM photos s WHERE s.owner_id = $1 AND s.deleted_at IS NULL AND s.${like}
    UNION ALL SELECT t.photo_id FROM ${tagged})`
}
