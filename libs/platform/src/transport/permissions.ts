import { ready } from '@daymark/contracts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { consumersOfService } from '../events/subscriptions.ts'
import { durableNamesOf, STREAM, subject } from './jetstream.ts'
import { inboxOf, processName } from './nats-connection.ts'

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
