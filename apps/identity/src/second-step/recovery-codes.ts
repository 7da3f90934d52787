import { createHash } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@daymark/contracts'
import { randomText, type Tx } from '@daymark/platform'

/** The characters of recovery codes: without characters that look alike, and without vowels, so that no code is a word. */
const CODE_ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'
const [CODE_LENGTH, GROUP_LENGTH] = [16, 4]

/** Creates recovery codes. Each has about 77 random bits, so a digest without salt is safe. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () => formatCode(randomText(CODE_ALPHABET, CODE_LENGTH)))

const formatCode = (code: string): string => code.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))?.join('-') ?? code

/** Returns the digest of a recovery code for one user, ignoring case and separators. */
export function hashRecoveryCode(userId: string, typed: string): Buffer {
  const normalizedCode = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`${userId} ${normalizedCode}`).digest()
}

/** Replaces all recovery codes of a user by the given codes. */
export async function saveRecoveryCodes(tx: Tx, userId: string, codes: string[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  await tx.sql('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map(code => hashRecoveryCode(userId, code)),
  ])
}
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.sql('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
}

/** Deletes a recovery code that the user has typed. Returns false if the user has no such code. */
export async function consumeRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const deleted = await tx.sql('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id', [
    userId,
    hashRecoveryCode(userId, typed),
  ])
  return deleted.length > 0
}
