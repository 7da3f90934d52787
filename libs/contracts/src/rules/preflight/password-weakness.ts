export const PASSWORD_WEAKNESSES = ['short', 'common', 'title'] as const
export type PasswordWeakness = (typeof PASSWORD_WEAKNESSES)[number]

const MIN_STRONG_LENGTH = 6
/** The list is short, because an attacker has only ten attempts per network in 15 minutes (rule 37). */
const COMMON_PASSWORDS = new Set(
  `password passwort kennwort motdepasse contrasena qwerty qwertz azerty asdfgh letmein welcome willkommen iloveyou sunshine princess
   football baseball dragon monkey master shadow superman batman trustno admin login access secret geheim hello hallo freedom whatever
   starwars summer sommer winter spring autumn flower love liebe family familie baby wedding hochzeit marriage bride groom braut photos
   photo fotos foto pictures gallery galerie album client kunde customer guest gast portrait shooting studio photographer
   abc abcdef abcdefg abcdefgh changeme default test tester testing pass passw0rd p4ssword pa55word qwertyuiop asdfghjkl zxcvbnm`
    .trim()
    .split(/\s+/),
)

/** Removes diacritics and all characters other than letters and digits, and converts to lower case. */
const normalizeWord = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
const removeFinalNumber = (text: string): string => text.replace(/^\d+|\d+$/g, '')
const isCharacterRun = (text: string): boolean => {
  const steps = [...text]
    .slice(1)
    .map((character, index) => (character.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0))
  return steps.length > 0 && steps.every(step => step === steps[0] && Math.abs(step) <= 1)
}

/**
 * Returns why a password is easy to guess, or null if it is not. `words`: public words of the gallery, such as title and address. The caller
 * stores the result, but never the password.
 */
export function findPasswordWeakness(password: string, words: readonly string[]): PasswordWeakness | null {
  const normalizedPassword = normalizeWord(password)
  const withoutNumber = removeFinalNumber(normalizedPassword)
  const titles = words.map(normalizeWord).filter(title => title.length > 2)
  const isTitle = (title: string) =>
    title === normalizedPassword || (withoutNumber.length > 2 && removeFinalNumber(title) === withoutNumber)
  if (titles.some(isTitle)) return 'title'
  if (
    COMMON_PASSWORDS.has(normalizedPassword) ||
    COMMON_PASSWORDS.has(withoutNumber) ||
    isCharacterRun(normalizedPassword)
  )
    return 'common'
  if ([...password].length < MIN_STRONG_LENGTH) return 'short'
  return /^\d{1,8}$/.test(normalizedPassword) ? 'short' : null
}
