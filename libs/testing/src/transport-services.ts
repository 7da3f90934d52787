import { setTimeout as delay } from 'node:timers/promises'
import { errors, event, type EventOf, type Input, rpc } from '@daymark/contracts'
import { type Commit, Database, defineService, Handles, On, RpcHandlers, type Subscriber } from '@daymark/platform'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { z } from 'zod'

export const note = rpc(
  'writer.notes.add',
  z.object({ key: z.string(), texts: z.array(z.string()) }),
  z.object({ added: z.number() }),
)
export const echo = rpc(
  'writer.notes.echo',
  z.object({ text: z.string() }),
  z.object({ text: z.string(), caller: z.string() }),
)
export const fail = rpc('writer.notes.fail', z.object({ how: z.enum(['known', 'unknown', 'late']) }), z.object({}))
export const unhandled = rpc('writer.notes.unhandled', z.object({}), z.object({}))
export const noteAdded = event('writer.note.added.v1', z.object({ key: z.string(), text: z.string() }))
export const slow = event('writer.slow.asked.v1', z.object({ key: z.string() }))

class Notes1800000000002 implements MigrationInterface {
  name = 'Notes1800000000002'
  async up(q: QueryRunner) {
    await q.query(
      'CREATE TABLE notes (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL, text text NOT NULL)',
    )
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE notes')
  }
}

@RpcHandlers()
class NoteHandlers {
  constructor(private readonly db: Database) {}

  @Handles(note)
  async addNotes(input: Input<typeof note>) {
    await this.db.commit(async tx => {
      for (const text of input.texts) {
        if (text === 'slow') tx.emit(slow, input.key, { key: input.key })
        else tx.emit(noteAdded, input.key, { key: input.key, text })
      }
    })
    return { added: input.texts.length }
  }

  @Handles(echo)
  async echo(input: Input<typeof echo>, actor: { userId: string }) {
    return { text: input.text, caller: actor.userId }
  }

  @Handles(fail)
  async fail(input: Input<typeof fail>): Promise<Record<string, never>> {
    if (input.how === 'known') throw errors.ALBUM_LIMIT({ plan: 'Starter', limit: 10 })
    if (input.how === 'unknown') throw new Error('an internal detail')
    return delay(2000, {})
  }
}

/**
 * Controls the subscribers, which run in the process of the test with either bus. `failures`: the number of events to fail; `poison`: the
 * text of an event that always fails; `started`: the number of slow events that were started; `gate`: what slow events wait for.
 */
export const subscriberControl = { failures: 0, poison: '', started: 0, gate: Promise.resolve() }

@On(noteAdded)
class Remember implements Subscriber<typeof noteAdded> {
  async on(e: EventOf<typeof noteAdded>, commit: Commit) {
    if (subscriberControl.failures > 0) {
      subscriberControl.failures--
      throw new Error('not yet')
    }
    if (e.data.text === subscriberControl.poison) throw new Error('poison')
    await commit(async tx => {
      await tx.sql('INSERT INTO notes (key, text) VALUES ($1, $2)', [e.data.key, e.data.text])
    })
  }
}
@On(slow, { asJob: true, concurrency: 1 })
class SlowSubscriber implements Subscriber<typeof slow> {
  async on(e: EventOf<typeof slow>, commit: Commit) {
    subscriberControl.started++
    await subscriberControl.gate
    await commit(async tx => {
      await tx.sql(`INSERT INTO notes (key, text) VALUES ($1, 'slow')`, [e.data.key])
    })
  }
}

export const writer = defineService({ name: 'writer', handlers: [NoteHandlers] })
export const reader = defineService({
  name: 'reader',
  migrations: [Notes1800000000002],
  subscribers: [Remember, SlowSubscriber],
})
// the suite runs with both orders, because no order of starts may lose an event
export const contractServices = { forward: [writer, reader], backward: [reader, writer] }
