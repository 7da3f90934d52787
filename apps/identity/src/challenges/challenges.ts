import { createHash } from 'node:crypto'
import { errors } from '@daymark/contracts'
import { Clock, Sealer, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { SignedInBy } from '../sessions/sessions.ts'

/** The content of challenges by kind. `passwordDigest`: digest of the password hash, so that a changed password ends the challenge. */
type Contents = {
  'second-step': { userId: string; passwordDigest: string }
  authenticator: { userId: string; passwordDigest: string; key: string }
  'add-passkey': { userId: string; passwordDigest: string; webauthnChallenge: string }
  passkey: { webauthnChallenge: string }
  'keep-account': { userId: string; passwordDigest: string; by: SignedInBy }
}
type Kind = keyof Contents

const MINUTE_MS = 60_000
const LIFE_MINUTES: Record<Kind, number> = {
  'second-step': 5,
  authenticator: 15,
  'add-passkey': 5,
  passkey: 15,
  'keep-account': 15,
}

/**
 * Connects the two steps of a sign-in: the result of the first is returned sealed and sent back with the second. Strangers therefore
 * create no rows, and any replica can handle the second step. A challenge is valid for minutes and for one success.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  issue<K extends Kind>(kind: K, content: Contents[K]): string {
    const expiresAt = +this.clock.now() + LIFE_MINUTES[kind] * MINUTE_MS
    const plain = Buffer.from(JSON.stringify({ ...content, expiresAt }))
    return this.sealer.seal('challenge', kind, plain).toString('base64url')
  }

  /** CHALLENGE_EXPIRED if the challenge is of another kind, invalid or expired. */
  read<K extends Kind>(kind: K, challenge: string): Contents[K] {
    const plain = this.sealer.open('challenge', kind, bytesOf(challenge))
    if (!plain) throw errors.CHALLENGE_EXPIRED()
    const { expiresAt, ...content } = JSON.parse(plain.toString()) as Contents[K] & { expiresAt: number }
    if (expiresAt <= +this.clock.now()) throw errors.CHALLENGE_EXPIRED()
    return content as unknown as Contents[K]
  }

  /** Call in the commit that acts on the challenge; CHALLENGE_EXPIRED if it was used before. */
  async use(tx: Tx, challenge: string): Promise<void> {
    const longest = Math.max(...Object.values(LIFE_MINUTES)) * MINUTE_MS
    const used = await tx.sql(
      'INSERT INTO used_challenges (digest, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING expires_at',
      [digestOf(challenge), new Date(+this.clock.now() + longest)],
    )
    if (!used.length) throw errors.CHALLENGE_EXPIRED()
  }
}

export const passwordDigest = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url')

/** Digest of the decoded bytes, because base64url allows several spellings. */
const digestOf = (challenge: string): Buffer => createHash('sha256').update(bytesOf(challenge)).digest()
const bytesOf = (challenge: string): Buffer => Buffer.from(challenge, 'base64url')
