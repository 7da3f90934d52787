import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ConfigError } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'

/** `signing`: only in processes that may call. `trusted`: keys of accepted callers. `secret`: see signed-call.ts. */
export type RpcKeys = { signing?: KeyObject; trusted: KeyObject[]; secret: string }

/** The PKCS #8 prefix of an Ed25519 key, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const PEM_END = '-----END PUBLIC KEY-----'

/**
 * With configured keys, only processes with the private key can sign calls. Without configured keys, both keys derive from the secret that
 * every service has: outsiders cannot call services, but a compromised service can.
 */
export function rpcKeys({ rpcPrivateKey, rpcPublicKeys, secret }: PlatformConfig): RpcKeys {
  if (!rpcPrivateKey && !rpcPublicKeys) return { ...keyPair(deriveKey(secret)), secret }
  const ownKeys = rpcPrivateKey
    ? keyPair(readKey('RPC_PRIVATE_KEY', () => createPrivateKey(rpcPrivateKey)))
    : { trusted: [] }
  const blocks = (rpcPublicKeys ?? '').split(PEM_END).filter(block => block.trim())
  const others = blocks.map(block => readKey('RPC_PUBLIC_KEYS', () => createPublicKey(block + PEM_END)))
  return { ...ownKeys, trusted: [...others, ...ownKeys.trusted], secret }
}

const keyPair = (signing: KeyObject): Omit<RpcKeys, 'secret'> => ({ signing, trusted: [createPublicKey(signing)] })

function deriveKey(secret: string): KeyObject {
  const seed = createHmac('sha256', secret).update('rpc-caller').digest()
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

function readKey(setting: string, key: () => KeyObject): KeyObject {
  const problem = new ConfigError(`The setting DAYMARK_${setting} is not an Ed25519 key in PEM format.`)
  try {
    const value = key()
    if (value.asymmetricKeyType === 'ed25519') return value
  } catch {
    throw problem
  }
  throw problem
}
