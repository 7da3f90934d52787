/** A slug is the readable part of the address of a link: `/share/{slug}`. */

const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 60
/** Number of previous slugs of a link that redirect to its current slug. */
export const MAX_OLD_SLUGS = 20

const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** Addresses accept slugs, tokens and ids, so a slug must not look like the token of a link or like an id. */
const TOKEN_PATTERN = /^[0-9a-z]{22}$/
const ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Words that are not permitted as slugs, because they look official or are paths of the product. */
const RESERVED_WORDS = new Set(
  `about account admin administrator album albums api archive assets auth billing blog cdn contact daymark developer developers
  docs download downloads error export favorites files gallery galleries health healthz help home image images index legal link
  links login logout mail media new null official page password photo photos plans pricing privacy public readyz register reset
  robots root search security session settings share shared shares sign-in sign-out signin signup sitemap static status support
  system tag tags terms test token track undefined unlock upload uploads user users verify watermark webhooks www`.split(
    /\s+/,
  ),
)

/** Returns whether the text has the form of a slug. If not, callers need not look up a link with this slug. */
export const isSlug = (text: string): boolean =>
  text.length >= MIN_SLUG_LENGTH &&
  text.length <= MAX_SLUG_LENGTH &&
  SLUG_PATTERN.test(text) &&
  !TOKEN_PATTERN.test(text) &&
  !ID_PATTERN.test(text)

/** Returns why a text cannot be a slug, as a message for the user. Returns undefined if it can. */
export function findSlugProblem(slug: string): string | undefined {
  if (slug.length < MIN_SLUG_LENGTH || slug.length > MAX_SLUG_LENGTH)
    return `The readable address must have ${MIN_SLUG_LENGTH} to ${MAX_SLUG_LENGTH} characters.`
  if (!SLUG_PATTERN.test(slug))
    return 'The readable address may contain only lowercase letters, digits and single hyphens between them.'
  if (RESERVED_WORDS.has(slug) || !isSlug(slug)) return 'This readable address is reserved. Please choose another one.'
  return undefined
}

/** Converts a title to the first part of a slug: ‘Årsfest & Söhne’ becomes `arsfest-sohne`. */
export const slugify = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'gallery'

/** Contains no vowels, so that suffixes form no words, and no characters that look alike. There are 27^8 suffixes, about 2^38. */
const SUFFIX_ALPHABET = 'bcdfghjkmnpqrstvwxz23456789'
const SUFFIX_LENGTH = 8
const RANDOM_SUFFIX_PATTERN = new RegExp(`-(?=[^-]*[0-9])(?=[^-]*[b-z])[${SUFFIX_ALPHABET}]{${SUFFIX_LENGTH},}$`)

/** Suggests a slug: the title with a random suffix. `random` returns random bytes. */
export function suggestSlug(title: string, random: () => Uint8Array): string {
  for (;;) {
    // Larger bytes are discarded, because with them the remainder below would make the first letters of the alphabet more likely.
    const unbiasedBytes = [...random()].filter(byte => byte < SUFFIX_ALPHABET.length * 9)
    const slug = `${slugify(title)}-${unbiasedBytes
      .slice(0, SUFFIX_LENGTH)
      .map(byte => SUFFIX_ALPHABET[byte % SUFFIX_ALPHABET.length])
      .join('')}`
    if (!isGuessableSlug(slug)) return slug
  }
}

/** Returns whether the slug can be guessed from names and dates, because it has no random suffix. */
export const isGuessableSlug = (slug: string): boolean => !RANDOM_SUFFIX_PATTERN.test(slug)
