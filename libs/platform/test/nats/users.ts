import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'

export const certificatePath = (name: string): string => join(import.meta.dirname, 'certificates', name)
export const requiredSettings = {
  DAYMARK_DATABASE_URL: 'postgres://unused@127.0.0.1:1/none',
  DAYMARK_SECRET: 'a secret for tests only, at least 32 characters',
}

type Key = ReturnType<typeof nkeys.createUser>
const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a JWT for nats-server. */
function createJwt(issuer: Key, subject: Key, nats: object): string {
  const claims = { iat: 1_700_000_000, iss: issuer.getPublicKey(), name: 'test', sub: subject.getPublicKey(), nats }
  const jti = createHash('sha256').update(JSON.stringify(claims)).digest('base64url')
  const text = `${encodePart({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encodePart({ jti, ...claims })}`
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`
}

/** Creates an operator, an account and a user: the configuration of the server and the credentials file of the user. */
export function createUserWithCredentials(): { config: string; creds: string } {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()]
  const system = nkeys.createAccount()
  const all = { subs: -1, data: -1, payload: -1 }
  const jetstream = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }
  const limits = { ...all, ...jetstream, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 }
  const accounts = [account, system].map((key, i) => {
    const own = i === 0 ? limits : { ...limits, mem_storage: 0, disk_storage: 0, streams: 0, consumer: 0 }
    return `${key.getPublicKey()}: ${createJwt(operator, key, { limits: own, type: 'account', version: 2 })}`
  })
  const userJwt = createJwt(account, user, { ...all, pub: {}, sub: {}, type: 'user', version: 2 })
  const seed = new TextDecoder().decode(user.getSeed())
  return {
    config: `operator: ${createJwt(operator, operator, { system_account: system.getPublicKey(), type: 'operator', version: 2 })}
resolver: MEMORY
resolver_preload: {\n${accounts.join('\n')}\n}`,
    creds: `-----BEGIN NATS USER JWT-----
${userJwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`,
  }
}
