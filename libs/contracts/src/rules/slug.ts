/** The readable address of a link: `/share/{slug}`. What it may be, and how one is made of a title. */

export const MIN_SLUG = 3
export const MAX_SLUG = 60
/** Names that a link had before lead on to it, so many of them. */
export const MAX_OLD_SLUGS = 20

const FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** A name must never be taken for a token, nor for an id. */
const TOKEN = /^[0-9a-z]{22}$/
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Words that a visitor would take for something of the product's own, or that address a part of it. */
const RESERVED = new Set(
  `about account admin administrator album albums api archive assets auth billing blog cdn contact daymark developer developers
  docs download downloads error export favorites files gallery galleries health healthz help home image images index legal link
  links login logout mail media new null official page password photo photos plans pricing privacy public readyz register reset
  robots root search security session settings share shared shares sign-in sign-out signin signup sitemap static status support
  system tag tags terms test token track undefined unlock upload uploads user users verify watermark webhooks www`.split(
    /\s+/,
  ),
)

/** Could this be the name of a link? Whatever else a visitor sends need not be looked for. */
export const isSlug = (text: string): boolean =>
  text.length >= MIN_SLUG && text.length <= MAX_SLUG && FORM.test(text) && !TOKEN.test(text) && !ID.test(text)

/** Why this cannot be the name of a link; undefined: it can. */
export function slugProblem(slug: string): string | undefined {
  if (slug.length < MIN_SLUG || slug.length > MAX_SLUG)
    return `The readable address must have ${MIN_SLUG} to ${MAX_SLUG} characters.`
  if (!FORM.test(slug)) return 'The readable address may have small letters, digits and single hyphens between them.'
  if (RESERVED.has(slug) || !isSlug(slug)) return 'This readable address is reserved. Please choose another one.'
  return undefined
}

/** A title as the beginning of an address: ‘Årsfest & Söhne’ is `arsfest-sohne`. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'gallery'

/** No vowels, so that no word comes of it; nothing that looks like something else. 27^8 is about 2^38. */
const TAIL = 'bcdfghjkmnpqrstvwxz23456789'
const TAIL_LENGTH = 8
const HARD_TO_GUESS = new RegExp(`-(?=[^-]*[0-9])(?=[^-]*[b-z])[${TAIL}]{${TAIL_LENGTH},}$`)

/** The title with an end that nobody guesses. `random`: numbers of at least 0 and below 256. */
export function suggestSlug(title: string, random: () => Uint8Array): string {
  for (;;) {
    // what would favour some letters is left out
    const fair = [...random()].filter(byte => byte < TAIL.length * 9)
    const slug = `${slugOf(title)}-${fair
      .slice(0, TAIL_LENGTH)
      .map(byte => TAIL[byte % TAIL.length])
      .join('')}`
    if (!isGuessable(slug)) return slug
  }
}

/** Whether somebody who knows the couple's name and the year may find this address. */
export const isGuessable = (slug: string): boolean => !HARD_TO_GUESS.test(slug)
