import { errors, MAX_EMAIL, MAX_PASSWORD } from '@daymark/contracts'
import { z } from 'zod'

const address = z.email().max(MAX_EMAIL)

/** S-ADA-08: the address, trimmed, when it has email format. */
export function validEmail(typed: string): string {
  const email = typed.trim()
  if (!address.safeParse(email).success) throw errors.INVALID_INPUT({ reason: 'Enter a valid email address.' })
  return email
}

/** Length is what makes a password strong; rules about characters only make it hard to remember. */
export function assertPassword(password: string, email: string, min: number): void {
  if (password.length < min) throw errors.INVALID_INPUT({ reason: `A password needs at least ${min} characters.` })
  if (password.length > MAX_PASSWORD)
    throw errors.INVALID_INPUT({ reason: `A password has at most ${MAX_PASSWORD} characters.` })
  if (password.toLowerCase() === email.toLowerCase())
    throw errors.INVALID_INPUT({ reason: 'A password must differ from the email address.' })
}
