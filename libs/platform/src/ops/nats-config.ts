import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import type { ServiceDefinition } from '../service/define-service.ts'
import { processName } from '../transport/nats-connection.ts'
import { type Permissions, permissionsOf, SETUP, setupPermissions } from '../transport/permissions.ts'

const HEAD = '# Written by `daymark nats config` from the definitions of the services; included by nats.conf.'
const variable = (user: string): string => `NKEY_${user.toUpperCase().replaceAll('-', '_')}`
const list = (subjects: string[]): string => subjects.map(one => `          ${JSON.stringify(one)}`).join('\n')

/** The content of permissions.conf: a user for each process, identified by its nkey. The public keys are in keys.conf. */
export function permissionsFile(processes: ServiceDefinition[][], all: ServiceDefinition[]): string {
  const users = processes.map(defs => user(nameOf(defs), permissionsOf(defs, all)))
  return [
    HEAD,
    'include "keys.conf"',
    'authorization {',
    '  users = [',
    ...users,
    user(SETUP, setupPermissions),
    '  ]',
    '}',
    '',
  ].join('\n')
}

function user(name: string, { publish, subscribe, answers }: Permissions): string {
  const lines = [
    `    # ${name}`,
    `    { nkey: $${variable(name)}, permissions: {`,
    `        publish: { allow: [\n${list(publish)}\n        ] }`,
    `        subscribe: { allow: [\n${list(subscribe)}\n        ] }`,
    // one reply per request, and nothing else outside the list above
    ...(answers ? ['        allow_responses: { max: 1, expires: "2m" }'] : []),
    '    } }',
  ]
  return lines.join('\n')
}

const nameOf = (defs: ServiceDefinition[]): string => processName(defs.map(def => def.name))

/** Writes the files of an installation. Existing keys are kept, so that the command can be run after every upgrade. */
export function writeNatsConfig(folder: string, processes: ServiceDefinition[][], all: ServiceDefinition[]): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const users = [...processes.map(nameOf), SETUP]
  const keys = users.map(name => `${variable(name)}: ${JSON.stringify(publicKey(join(folder, `${name}.nk`)))}`)
  writeFileSync(join(folder, 'permissions.conf'), permissionsFile(processes, all))
  writeFileSync(join(folder, 'keys.conf'), `${HEAD}\n${keys.join('\n')}\n`)
  writeCallerKeys(folder)
  return users
}

function publicKey(file: string): string {
  if (!existsSync(file)) writeFileSync(file, nkeys.createUser().getSeed(), { mode: 0o600 })
  return nkeys.fromSeed(new TextEncoder().encode(readFileSync(file, 'utf8').trim())).getPublicKey()
}

/** Writes the files for DAYMARK_RPC_PRIVATE_KEY_FILE (gateway, admin, identity) and DAYMARK_RPC_PUBLIC_KEYS_FILE (all services). */
function writeCallerKeys(folder: string): void {
  if (existsSync(join(folder, 'rpc.key'))) return
  const { privateKey, publicKey: verificationKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(folder, 'rpc.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  writeFileSync(join(folder, 'rpc.pub'), verificationKey.export({ type: 'spki', format: 'pem' }))
}
