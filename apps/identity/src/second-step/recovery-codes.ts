import { createHash } from 'node:crypto'
import { RECOVERY_CODES } from '@daymark/contracts'
import { randomText, type Tx } from '@daymark/platform'

/** Without look-alikes and vowels, so that no code is a word. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'
const [LENGTH, GROUP] = [16, 4]

/** About 77 random bits each, so a digest without salt is safe. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => inGroups(randomText(ALPHABET, LENGTH)))

const inGroups = (code: string): string => code.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? code

/** Ignores case and separators. */
export function recoveryHash(userId: string, typed: string): Buffer {
  const letters = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${userId} ${letters}`).digest()
}

/** Replaces all recovery codes. */
export async function saveRecoveryCodes(tx: Tx, userId: string, codes: string[]): Promise<void> {
  await forgetRecoveryCodes(tx, userId)
  await tx.sql('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map(code => recoveryHash(userId, code)),
  ])
}
export async function forgetRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.sql('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
}

/** Uses a recovery code; false if it is none. */
export async function consumeRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const deleted = await tx.sql('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id', [
    userId,
    recoveryHash(userId, typed),
  ])
  return deleted.length > 0
}
