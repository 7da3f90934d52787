import { errors, MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '@daymark/contracts'
import { randomText } from '@daymark/platform'
import { z } from 'zod'

const emailSchema = z.email().max(MAX_EMAIL_LENGTH)

/** Returns the trimmed address. Throws INVALID_INPUT for an invalid address (S-ADA-08). */
export function parseEmail(typed: string): string {
  const email = typed.trim()
  if (!emailSchema.safeParse(email).success) throw errors.INVALID_INPUT({ reason: 'Enter a valid email address.' })
  return email
}

/**
 * Throws INVALID_INPUT if the password is too short, too long or equal to the email address. There are no rules about kinds of characters,
 * because they make passwords hard to remember rather than strong.
 */
export function assertPassword(password: string, email: string, minLength: number): void {
  if (password.length < minLength)
    throw errors.INVALID_INPUT({ reason: `A password needs at least ${minLength} characters.` })
  if (password.length > MAX_PASSWORD_LENGTH)
    throw errors.INVALID_INPUT({ reason: `A password has at most ${MAX_PASSWORD_LENGTH} characters.` })
  if (password.toLowerCase() === email.toLowerCase())
    throw errors.INVALID_INPUT({ reason: 'A password must differ from the email address.' })
}

const GENERATED_LENGTH = 20
/**
 * The characters of generated passwords. Characters that look alike (0 O, 1 l I) are missing, and the punctuation needs no escaping in a
 * shell, a URL or a chat.
 */
const GENERATED_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.+'
const REQUIRED_CHARACTERS = [/[A-Z]/, /[a-z]/, /\d/, /[-_.+]/]

/** Returns a password with about 118 random bits. It contains every kind of character, because some systems require that. */
export function generateStrongPassword(): string {
  for (;;) {
    const password = randomText(GENERATED_ALPHABET, GENERATED_LENGTH)
    if (REQUIRED_CHARACTERS.every(pattern => pattern.test(password))) return password
  }
}
