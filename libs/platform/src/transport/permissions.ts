import { ready } from '@daymark/contracts'
import type { ServiceDefinition } from '../service/define-service.ts'
import { lanesOf } from '../service/subscriptions.ts'
import { durablesOf, STREAM, subject } from './jetstream.ts'
import { inboxOf, processName } from './nats-connection.ts'

/** What a user of nats-server may publish and subscribe to; everything else is refused by it. */
export type Permissions = { publish: string[]; subscribe: string[]; answers: boolean }

/** The user that makes the stream and its consumers (`daymark migrate`): the only one that could have events sent elsewhere. */
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

/** Of a process with these services. Nothing is listed by hand: a new service or subscriber is in by being defined. */
export function permissionsOf(together: ServiceDefinition[], all: ServiceDefinition[]): Permissions {
  const names = together.map(def => def.name)
  return {
    publish: [
      `$JS.API.STREAM.INFO.${STREAM}`,
      ...together.flatMap(def => [...ownEvents(def), ...otherServices(def, all), ...ownConsumers(def)]),
    ],
    subscribe: [
      `${inboxOf(processName(names))}.>`,
      ...together.flatMap(def => [...ownRequests(def), ...listenedTo(def)]),
    ],
    answers: together.some(answers),
  }
}

/** A service with a database answers at least whether it is ready. */
const answers = (def: ServiceDefinition): boolean => !!def.handlers?.length || def.name in ready
/** The first word of a contract is its owner; only a service with an outbox publishes events. */
const ownEvents = (def: ServiceDefinition): string[] => (def.database === false ? [] : [subject(`${def.name}.>`)])
const ownRequests = (def: ServiceDefinition): string[] =>
  answers(def) ? [`daymark.rpc.${def.name}.> ${def.name}`] : []
const listenedTo = (def: ServiceDefinition): string[] => (def.listens ?? []).map(subject)
const otherServices = ({ name, callsOthers }: ServiceDefinition, all: ServiceDefinition[]): string[] => {
  if (callsOthers !== true) return (callsOthers ?? []).map(call => `daymark.rpc.${call}`)
  return all.filter(one => answers(one) && one.name !== name).map(one => `daymark.rpc.${one.name}.>`)
}

/** Taking events from its own consumers and saying that they are done; which events those receive is decided at setup. */
const ownConsumers = (def: ServiceDefinition): string[] =>
  lanesOf(def.name, def.subscribers ?? [])
    .flatMap(durablesOf)
    .flatMap(durable => [
      `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
      `$JS.ACK.${STREAM}.${durable}.>`,
      // with a domain, as later servers write it
      `$JS.ACK.*.*.${STREAM}.${durable}.>`,
    ])
