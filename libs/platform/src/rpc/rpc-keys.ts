import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { ConfigError } from '../config/config.ts'
import type { PlatformConfig } from '../config/platform.config.ts'

/** `signing`: of those who may call, undefined in the others. `trusted`: whose calls are believed. `secret`: see signed-call. */
export type RpcKeys = { signing?: KeyObject; trusted: KeyObject[]; secret: string }

/** An Ed25519 key in the form that Node reads, in front of its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const END = '-----END PUBLIC KEY-----'

/**
 * With keys of its own an installation distinguishes callers from the called. Without, both come from the secret, which every service
 * knows: a stranger still cannot call, a service that was taken over can.
 */
export function rpcKeys({ rpcPrivateKey, rpcPublicKeys, secret }: PlatformConfig): RpcKeys {
  if (!rpcPrivateKey && !rpcPublicKeys) return { ...pair(derived(secret)), secret }
  const own = rpcPrivateKey ? pair(read('RPC_PRIVATE_KEY', () => createPrivateKey(rpcPrivateKey))) : { trusted: [] }
  const blocks = (rpcPublicKeys ?? '').split(END).filter(block => block.trim())
  const others = blocks.map(block => read('RPC_PUBLIC_KEYS', () => createPublicKey(block + END)))
  return { ...own, trusted: [...others, ...own.trusted], secret }
}

const pair = (signing: KeyObject): Omit<RpcKeys, 'secret'> => ({ signing, trusted: [createPublicKey(signing)] })

function derived(secret: string): KeyObject {
  const seed = createHmac('sha256', secret).update('rpc-caller').digest()
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

function read(setting: string, key: () => KeyObject): KeyObject {
  const problem = new ConfigError(`The setting DAYMARK_${setting} is not an Ed25519 key in PEM format.`)
  try {
    const found = key()
    if (found.asymmetricKeyType === 'ed25519') return found
  } catch {
    throw problem
  }
  throw problem
}
