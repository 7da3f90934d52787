import { randomUUID } from 'node:crypto'
import {
  toAuditArguments,
  type Actor,
  type AuditedActionName,
  type AuditedAction,
  type EventType,
  identityAudited,
} from '@daymark/contracts'
import { createLogger, type Database, run, type RunningProcess } from '@daymark/platform'
import { FakeClock, type TestServices } from '@daymark/testing'
import { pollUntil } from '@daymark/testing/outside'
import { adminService } from '../src/index.ts'

export const anna: Actor = { userId: randomUUID(), role: 'super_admin', address: '192.0.2.7', name: 'anna@example.org' }

type AuditedActionFields = {
  by?: Actor
  action?: AuditedActionName
  target?: AuditedAction['target']
  details?: AuditedAction['details']
  time?: Date
  id?: string
  type?: EventType
}

/** Publishes the event of an audited action, as the service that performed the action does. Returns the id of the event. */
export async function publishAction(process: RunningProcess, published: AuditedActionFields = {}): Promise<string> {
  const { by = anna, action = 'password.changed', target = null, details = {}, id = randomUUID() } = published
  const { type = identityAudited, time = new Date() } = published
  const [subject, data, actor] = toAuditArguments(by, action, target, details)
  const [source = ''] = type.name.split('.')
  const event = { id, type: type.name, time: time.toISOString(), source, subject, actor, data: type.data.parse(data) }
  await process.transport.publish(event)
  return id
}

/** Starts a second process of the admin service on the same database, as in a second pod. */
export const startReplica = ({ env }: TestServices): Promise<RunningProcess> =>
  run([adminService], { env, clock: new FakeClock(), log: createLogger('test', 'silent'), allServices: ['admin'] })

export const readEntries = (db: Database) =>
  db.sql<{ seq: string; event_id: string; hash: string }>('SELECT seq, event_id, hash FROM audit ORDER BY seq')

/** Waits until the audit log contains at least `count` entries. */
export const waitForEntries = (db: Database, count: number) =>
  pollUntil(`the audit log contains ${count} entries`, async () => (await readEntries(db)).length >= count)
