import type { http } from '@daymark/contracts'

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** Tags are listed by label (L-TM-05). */
export const byLabel = (tags: readonly http.Tag[]) =>
  tags.toSorted((a, b) => collator.compare(a.label, b.label) || a.id.localeCompare(b.id))

/** Ignores case and accents: 'cafe' finds 'Café'. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** L-TAGP-01: whether a label contains the typed text. */
export function isMatch(label: string, typed: string) {
  const wanted = plain(typed.trim())
  return !wanted || plain(label).includes(wanted)
}
