import type { http, operations, Output } from '@daymark/contracts'

type Services = Output<typeof operations.getServices>['services']
type Settings = Output<typeof operations.getSettings>['settings']
type Letters = Output<typeof operations.listDeadLetters>['letters']

export const presentServices = (services: Services): http.ServiceState[] =>
  services.map(({ name, ready, replicas, outbox, deadLetters, databaseBytes }) => ({
    name,
    ready,
    replicas: replicas.map(({ id, version, startedAt, seenAt, memory, eventLoopMs }) => ({
      id,
      version,
      started_at: startedAt,
      seen_at: seenAt,
      memory,
      event_loop_ms: eventLoopMs,
    })),
    outbox: outbox && { waiting: outbox.waiting, oldest_seconds: outbox.oldestSeconds },
    dead_letters: deadLetters,
    database_bytes: databaseBytes,
  }))

export const presentSettings = (settings: Settings): http.SystemSettings['settings'] =>
  settings.map(({ service, name, value, isSecret, isSet }) => ({
    service,
    name,
    value,
    secret: isSecret,
    is_default: !isSet,
  }))

export const presentLetters = (letters: Letters): http.DeadLetter[] =>
  letters.map(({ service, eventId, subscriber, type, reason, attempts, diedAt, replaying }) => ({
    service,
    event_id: eventId,
    subscriber,
    type,
    reason,
    attempts,
    died_at: diedAt,
    replaying,
  }))
