import { ready } from '@daymark/contracts'
import { nkeys } from '@nats-io/transport-node'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consumersOfService } from '../events/subscriptions.ts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { durableNamesOf, STREAM, subject } from '../transport/jetstream.ts'
import { inboxOf, processName } from '../transport/nats-connection.ts'

/** The subjects that a user of nats-server may publish and subscribe to. */
export type Permissions = { publish: string[]; subscribe: string[]; answers: boolean }

/** The user that creates the stream and its consumers (`daymark migrate`); no other user may redirect events. */
export const SETUP = 'setup'
export const setupPermissions: Permissions = {
  publish: [
    '$JS.API.INFO',
    ...['CREATE', 'UPDATE', 'INFO'].map(verb => `$JS.API.STREAM.${verb}.${STREAM}`),
    ...['LIST', 'NAMES'].map(verb => `$JS.API.CONSUMER.${verb}.${STREAM}`),
    ...['CREATE', 'DURABLE.CREATE', 'INFO', 'DELETE'].map(verb => `$JS.API.CONSUMER.${verb}.${STREAM}.>`),
  ],
  subscribe: [`${inboxOf(SETUP)}.>`],
  answers: false,
}

/** The permissions of a process with these services, derived from their definitions. */
export function permissionsOf(defs: ServiceDefinition[], all: ServiceDefinition[]): Permissions {
  const names = defs.map(def => def.name)
  return {
    publish: [
      `$JS.API.STREAM.INFO.${STREAM}`,
      ...defs.flatMap(def => [...ownEvents(def), ...otherServices(def, all), ...ownConsumers(def)]),
    ],
    subscribe: [
      `${inboxOf(processName(names))}.>`,
      ...defs.flatMap(def => [...ownRequests(def), ...listenedSubjects(def)]),
    ],
    answers: defs.some(answers),
  }
}

/** Whether a service answers calls. A service with a database answers at least readiness requests. */
const answers = (def: ServiceDefinition): boolean => !!def.handlers?.length || def.name in ready
/**
 * The subjects of the events that a service publishes: the first word of a contract is its service. Only a service with an outbox publishes
 * events.
 */
const ownEvents = (def: ServiceDefinition): string[] => (def.database === false ? [] : [subject(`${def.name}.>`)])
const ownRequests = (def: ServiceDefinition): string[] =>
  answers(def) ? [`daymark.rpc.${def.name}.> ${def.name}`] : []
const listenedSubjects = (def: ServiceDefinition): string[] => (def.listens ?? []).map(subject)
const otherServices = ({ name, callsOthers }: ServiceDefinition, all: ServiceDefinition[]): string[] => {
  if (callsOthers !== true) return (callsOthers ?? []).map(call => `daymark.rpc.${call}`)
  return all.filter(other => answers(other) && other.name !== name).map(other => `daymark.rpc.${other.name}.>`)
}

/**
 * The subjects with which a service reads from its own consumers and acknowledges messages. The setup user decides which events these
 * consumers receive.
 */
const ownConsumers = (def: ServiceDefinition): string[] =>
  consumersOfService(def.name, def.subscribers ?? [])
    .flatMap(durableNamesOf)
    .flatMap(durable => [
      `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
      `$JS.ACK.${STREAM}.${durable}.>`,
      // with a domain, as later servers write it
      `$JS.ACK.*.*.${STREAM}.${durable}.>`,
    ])

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
