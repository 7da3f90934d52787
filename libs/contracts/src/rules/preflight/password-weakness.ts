export const PASSWORD_WEAKNESSES = ['short', 'common', 'title'] as const
export type PasswordWeakness = (typeof PASSWORD_WEAKNESSES)[number]

/** Guessing is limited to ten attempts per network in 15 minutes (rule 37), so only the most common words matter. */
const SHORTEST = 6
const COMMON = new Set(
  `password passwort kennwort motdepasse contrasena qwerty qwertz azerty asdfgh letmein welcome willkommen iloveyou sunshine princess
   football baseball dragon monkey master shadow superman batman trustno admin login access secret geheim hello hallo freedom whatever
   starwars summer sommer winter spring autumn flower love liebe family familie baby wedding hochzeit marriage bride groom braut photos
   photo fotos foto pictures gallery galerie album client kunde customer guest gast portrait shooting studio photographer
   abc abcdef abcdefg abcdefgh changeme default test tester testing pass passw0rd p4ssword pa55word qwertyuiop asdfghjkl zxcvbnm`
    .trim()
    .split(/\s+/),
)

/** Letters and digits only, without diacritics, in lower case. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
const withoutNumber = (text: string): string => text.replace(/^\d+|\d+$/g, '')
const isRun = (text: string): boolean => {
  const steps = [...text].slice(1).map((sign, at) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(at) ?? 0))
  return steps.length > 0 && steps.every(step => step === steps[0] && Math.abs(step) <= 1)
}

/**
 * Why a password is easy to guess. Null: it is not. `words`: public words of the gallery, such as title and address. Only the result is
 * stored, never the password.
 */
export function passwordWeakness(password: string, words: readonly string[]): PasswordWeakness | null {
  const plain = bare(password)
  const core = withoutNumber(plain)
  const titles = words.map(bare).filter(title => title.length > 2)
  const isTitle = (title: string) => title === plain || (core.length > 2 && withoutNumber(title) === core)
  if (titles.some(isTitle)) return 'title'
  if (COMMON.has(plain) || COMMON.has(core) || isRun(plain)) return 'common'
  if ([...password].length < SHORTEST) return 'short'
  return /^\d{1,8}$/.test(plain) ? 'short' : null
}
