import { errors, MAX_EMAIL, MAX_PASSWORD } from '@daymark/contracts'
import { randomText } from '@daymark/platform'
import { z } from 'zod'

const address = z.email().max(MAX_EMAIL)

/** S-ADA-08: the trimmed address, or INVALID_INPUT. */
export function validEmail(typed: string): string {
  const email = typed.trim()
  if (!address.safeParse(email).success) throw errors.INVALID_INPUT({ reason: 'Enter a valid email address.' })
  return email
}

/** Checks the length only, because rules about characters make passwords hard to remember rather than strong. */
export function assertPassword(password: string, email: string, min: number): void {
  if (password.length < min) throw errors.INVALID_INPUT({ reason: `A password needs at least ${min} characters.` })
  if (password.length > MAX_PASSWORD)
    throw errors.INVALID_INPUT({ reason: `A password has at most ${MAX_PASSWORD} characters.` })
  if (password.toLowerCase() === email.toLowerCase())
    throw errors.INVALID_INPUT({ reason: 'A password must differ from the email address.' })
}

const LENGTH = 20
/** Without look-alikes (0 O, 1 l I); the punctuation needs no escaping in a shell, a URL or a chat. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.+'
const KINDS = [/[A-Z]/, /[a-z]/, /\d/, /[-_.+]/]

/** About 118 random bits, with a character of every kind for systems that ask for it. */
export function strongPassword(): string {
  for (;;) {
    const password = randomText(ALPHABET, LENGTH)
    if (KINDS.every(kind => kind.test(password))) return password
  }
}
