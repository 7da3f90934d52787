import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ConfigError } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'

/** `signing`: only in processes that may call. `trusted`: keys of accepted callers. `secret`: see signed-call.ts. */
export type RpcKeys = { signing?: KeyObject; trusted: KeyObject[]; secret: string }

/** The PKCS #8 prefix of an Ed25519 key, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const END = '-----END PUBLIC KEY-----'

/**
 * With configured keys only the callers can sign. Without them both keys derive from the secret that every service has: outsiders still
 * cannot call, but a compromised service can.
 */
export function rpcKeys({ rpcPrivateKey, rpcPublicKeys, secret }: PlatformConfig): RpcKeys {
  if (!rpcPrivateKey && !rpcPublicKeys) return { ...pair(derived(secret)), secret }
  const ownKeys = rpcPrivateKey ? pair(read('RPC_PRIVATE_KEY', () => createPrivateKey(rpcPrivateKey))) : { trusted: [] }
  const blocks = (rpcPublicKeys ?? '').split(END).filter(block => block.trim())
  const others = blocks.map(block => read('RPC_PUBLIC_KEYS', () => createPublicKey(block + END)))
  return { ...ownKeys, trusted: [...others, ...ownKeys.trusted], secret }
}

const pair = (signing: KeyObject): Omit<RpcKeys, 'secret'> => ({ signing, trusted: [createPublicKey(signing)] })

function derived(secret: string): KeyObject {
  const seed = createHmac('sha256', secret).update('rpc-caller').digest()
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

function read(setting: string, key: () => KeyObject): KeyObject {
  const problem = new ConfigError(`The setting DAYMARK_${setting} is not an Ed25519 key in PEM format.`)
  try {
    const value = key()
    if (value.asymmetricKeyType === 'ed25519') return value
  } catch {
    throw problem
  }
  throw problem
}
