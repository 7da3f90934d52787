import { ready } from '@daymark/contracts'
import { nkeys } from '@nats-io/transport-node'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consumersOfService } from '../events/subscriptions.ts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { durableNamesOf, STREAM, eventSubject } from '../transport/jetstream.ts'
import { inboxOf, processName } from '../transport/nats-connection.ts'

/** The subjects that a user of nats-server may publish and subscribe to. */
type Permissions = { publish: string[]; subscribe: string[]; allowsResponses: boolean }

/** The user that creates the stream and its consumers (`daymark migrate`); no other user may redirect events. */
export const SETUP_USER = 'setup'
const setupPermissions: Permissions = {
  publish: [
    '$JS.API.INFO',
    ...['CREATE', 'UPDATE', 'INFO'].map(verb => `$JS.API.STREAM.${verb}.${STREAM}`),
    ...['LIST', 'NAMES'].map(verb => `$JS.API.CONSUMER.${verb}.${STREAM}`),
    ...['CREATE', 'DURABLE.CREATE', 'INFO', 'DELETE'].map(verb => `$JS.API.CONSUMER.${verb}.${STREAM}.>`),
  ],
  subscribe: [`${inboxOf(SETUP_USER)}.>`],
  allowsResponses: false,
}

/** The permissions of a process with these services, derived from their definitions. */
function createPermissions(defs: ServiceDefinition[], allServices: ServiceDefinition[]): Permissions {
  const names = defs.map(def => def.name)
  return {
    publish: [
      `$JS.API.STREAM.INFO.${STREAM}`,
      ...defs.flatMap(def => [
        ...ownEventSubjects(def),
        ...otherServiceSubjects(def, allServices),
        ...ownConsumerSubjects(def),
      ]),
    ],
    subscribe: [
      `${inboxOf(processName(names))}.>`,
      ...defs.flatMap(def => [...ownRequestSubjects(def), ...listenedEventSubjects(def)]),
    ],
    allowsResponses: defs.some(handlesCalls),
  }
}

/** Whether a service handles calls. A service with a database handles at least readiness requests. */
const handlesCalls = (def: ServiceDefinition): boolean => !!def.handlers?.length || def.name in ready
/**
 * The subjects of the events that a service publishes: the first word of a contract is its service. Only a service with an outbox publishes
 * events.
 */
const ownEventSubjects = (def: ServiceDefinition): string[] =>
  def.database === false ? [] : [eventSubject(`${def.name}.>`)]
const ownRequestSubjects = (def: ServiceDefinition): string[] =>
  handlesCalls(def) ? [`daymark.rpc.${def.name}.> ${def.name}`] : []
const listenedEventSubjects = (def: ServiceDefinition): string[] => (def.listensTo ?? []).map(eventSubject)
const otherServiceSubjects = ({ name, callsOthers }: ServiceDefinition, allServices: ServiceDefinition[]): string[] => {
  if (callsOthers !== true) return (callsOthers ?? []).map(call => `daymark.rpc.${call}`)
  return allServices
    .filter(service => handlesCalls(service) && service.name !== name)
    .map(service => `daymark.rpc.${service.name}.>`)
}

/**
 * The subjects with which a service reads from its own consumers and acknowledges messages. The setup user decides which events these
 * consumers receive.
 */
const ownConsumerSubjects = (def: ServiceDefinition): string[] =>
  consumersOfService(def.name, def.subscribers ?? [])
    .flatMap(durableNamesOf)
    .flatMap(durable => [
      `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
      `$JS.ACK.${STREAM}.${durable}.>`,
      // The subject contains the JetStream domain if the server sends acknowledgements in its newer format.
      `$JS.ACK.*.*.${STREAM}.${durable}.>`,
    ])

const FILE_HEADER = '# Written by `daymark nats config` from the definitions of the services; included by nats.conf.'
const keyVariable = (user: string): string => `NKEY_${user.toUpperCase().replaceAll('-', '_')}`
const formatSubjects = (subjects: string[]): string =>
  subjects.map(subject => `          ${JSON.stringify(subject)}`).join('\n')

/** The content of permissions.conf: a user for each process, identified by its nkey. The public keys are in keys.conf. */
export function formatPermissionsFile(processes: ServiceDefinition[][], allServices: ServiceDefinition[]): string {
  const users = processes.map(defs => formatUser(processNameOf(defs), createPermissions(defs, allServices)))
  return [
    FILE_HEADER,
    'include "keys.conf"',
    'authorization {',
    '  users = [',
    ...users,
    formatUser(SETUP_USER, setupPermissions),
    '  ]',
    '}',
    '',
  ].join('\n')
}

function formatUser(name: string, { publish, subscribe, allowsResponses }: Permissions): string {
  const lines = [
    `    # ${name}`,
    `    { nkey: $${keyVariable(name)}, permissions: {`,
    `        publish: { allow: [\n${formatSubjects(publish)}\n        ] }`,
    `        subscribe: { allow: [\n${formatSubjects(subscribe)}\n        ] }`,
    // Allows one reply per request, and nothing else outside the list above.
    ...(allowsResponses ? ['        allow_responses: { max: 1, expires: "2m" }'] : []),
    '    } }',
  ]
  return lines.join('\n')
}

const processNameOf = (defs: ServiceDefinition[]): string => processName(defs.map(def => def.name))

/**
 * Writes the NATS files of an installation, and returns the names of the NATS users. Existing keys are not replaced, so that the command
 * can be run after every upgrade.
 */
export function writeNatsConfig(
  folder: string,
  processes: ServiceDefinition[][],
  allServices: ServiceDefinition[],
): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const users = [...processes.map(processNameOf), SETUP_USER]
  const keys = users.map(name => `${keyVariable(name)}: ${JSON.stringify(readPublicKey(join(folder, `${name}.nk`)))}`)
  writeFileSync(join(folder, 'permissions.conf'), formatPermissionsFile(processes, allServices))
  writeFileSync(join(folder, 'keys.conf'), `${FILE_HEADER}\n${keys.join('\n')}\n`)
  writeCallerKeys(folder)
  return users
}

function readPublicKey(file: string): string {
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
