import { createHash } from 'node:crypto'
import { type AppError, errors, MINUTE_MS } from '@daymark/contracts'
import { Clock, Sealer, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { SignedInBy } from '../sessions/sessions.ts'
import type { User } from '../users/user.entity.ts'

/**
 * The content of a challenge by its kind. `passwordDigest` is a digest of the password hash, so that the challenge is invalid after the
 * password was changed.
 */
type ChallengeContents = {
  'second-step': { userId: string; passwordDigest: string }
  authenticator: { userId: string; passwordDigest: string; key: string }
  'add-passkey': { userId: string; passwordDigest: string; webauthnChallenge: string }
  passkey: { webauthnChallenge: string }
  'keep-account': { userId: string; passwordDigest: string; by: SignedInBy }
}
type ChallengeKind = keyof ChallengeContents

const LIFETIME_MINUTES: Record<ChallengeKind, number> = {
  'second-step': 5,
  authenticator: 15,
  'add-passkey': 5,
  passkey: 15,
  'keep-account': 15,
}

/**
 * Connects the two steps of a sign-in: the server returns the encrypted result of the first step as a challenge, and the browser sends the
 * challenge back with the second step. Therefore any replica can handle the second step, and requests of strangers create no rows.
 *
 * A challenge is valid for a few minutes and can be used once.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  issue<K extends ChallengeKind>(kind: K, content: ChallengeContents[K]): string {
    const expiresAt = +this.clock.now() + LIFETIME_MINUTES[kind] * MINUTE_MS
    const plain = Buffer.from(JSON.stringify({ ...content, expiresAt }))
    return this.sealer.seal('challenge', kind, plain).toString('base64url')
  }

  /**
   * Returns the error for a sign-in to an account whose deletion the owner requested. The error opens no session, but contains a challenge
   * with which the owner can cancel the deletion.
   */
  accountDeletingError({ id: userId, passwordHash, deletionDueAt }: User, signedInBy: SignedInBy): AppError {
    const content = { userId, passwordDigest: digestPasswordHash(passwordHash), by: signedInBy }
    return errors.ACCOUNT_DELETING({
      challenge: this.issue('keep-account', content),
      deletionDueAt: deletionDueAt?.toISOString() ?? '',
    })
  }

  /** Returns the content of a challenge. Throws CHALLENGE_EXPIRED if the challenge is of another kind, invalid or expired. */
  read<K extends ChallengeKind>(kind: K, challenge: string): ChallengeContents[K] {
    const plain = this.sealer.open('challenge', kind, decodeChallenge(challenge))
    if (!plain) throw errors.CHALLENGE_EXPIRED()
    const { expiresAt, ...content } = JSON.parse(plain.toString()) as ChallengeContents[K] & { expiresAt: number }
    if (expiresAt <= +this.clock.now()) throw errors.CHALLENGE_EXPIRED()
    return content as unknown as ChallengeContents[K]
  }

  /**
   * Marks a challenge as used, in the transaction that acts on the challenge. Throws CHALLENGE_EXPIRED if the challenge was used before.
   */
  async use(tx: Tx, challenge: string): Promise<void> {
    const maxLifetimeMs = Math.max(...Object.values(LIFETIME_MINUTES)) * MINUTE_MS
    const used = await tx.sql(
      'INSERT INTO used_challenges (digest, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING expires_at',
      [digestChallenge(challenge), new Date(+this.clock.now() + maxLifetimeMs)],
    )
    if (!used.length) throw errors.CHALLENGE_EXPIRED()
  }
}

export const digestPasswordHash = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url')

/** Returns the digest of the decoded bytes, because different base64url texts can decode to the same bytes. */
const digestChallenge = (challenge: string): Buffer => createHash('sha256').update(decodeChallenge(challenge)).digest()
const decodeChallenge = (challenge: string): Buffer => Buffer.from(challenge, 'base64url')
