import { randomUUID } from 'node:crypto'
import {
  auditArgs,
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

type PublishedAct = {
  by?: Actor
  action?: AuditedActionName
  target?: AuditedAction['target']
  details?: AuditedAction['details']
  time?: Date
  id?: string
  type?: EventType
}

/** Publishes an audited action like the service that performed it. */
export async function tell(process: RunningProcess, published: PublishedAct = {}): Promise<string> {
  const { by = anna, action = 'password.changed', target = null, details = {}, id = randomUUID() } = published
  const { type = identityAudited, time = new Date() } = published
  const [subject, data, actor] = auditArgs(by, action, target, details)
  const [source = ''] = type.name.split('.')
  const event = { id, type: type.name, time: time.toISOString(), source, subject, actor, data: type.data.parse(data) }
  await process.transport.publish(event)
  return id
}

/** Once more the same service on the same database, as in a second pod. */
export const replicaOf = ({ env }: TestServices): Promise<RunningProcess> =>
  run([adminService], { env, clock: new FakeClock(), log: createLogger('test', 'silent'), all: ['admin'] })

export const rows = (db: Database) =>
  db.sql<{ seq: string; event_id: string; hash: string }>('SELECT seq, event_id, hash FROM audit ORDER BY seq')

/** Waits until `count` entries are stored. */
export const kept = (db: Database, count: number) =>
  pollUntil(`${count} entries are kept`, async () => (await rows(db)).length >= count)
