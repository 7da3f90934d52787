import { randomUUID } from 'node:crypto'
import { type Envelope, event } from '@daymark/contracts'
import { z } from 'zod'
import { Clock } from '../async/time.ts'
import { TransientError } from '../db/unavailable.ts'
import { On, type Subscriber } from '../service/decorators.ts'
import { createLogger } from '../telemetry/logger.ts'
import type { Inbox } from './inbox.ts'
import { EventSubscriptions } from './subscriptions.ts'

const photoSent = event('kappa.photo.sent.v1', z.object({}))
let failure: Error
@On(photoSent)
class Fail implements Subscriber<typeof photoSent> {
  async on() {
    throw failure
  }
}

/** Counts the attempts of one event and stores its dead letters. */
class FakeInbox implements Pick<Inbox, 'beginAttempt' | 'uncountAttempt' | 'storeDeadLetter'> {
  readonly deadLetters: unknown[] = []
  private attempts = 0
  beginAttempt = async () => ({ attempts: ++this.attempts, done: false })
  uncountAttempt = async () => void this.attempts--
  storeDeadLetter = async (_: Envelope, subscriber: string, attempts: number) =>
    void this.deadLetters.push([subscriber, attempts])
}

describe('an event whose handling fails', () => {
  let inbox: FakeInbox
  let deliver: () => Promise<void>
  beforeEach(() => {
    inbox = new FakeInbox()
    const options = {
      service: 'kappa',
      attempts: 3,
      backoff: { firstDelayMs: 1, maxDelayMs: 1 },
      ready: async () => {},
    }
    const log = createLogger('test', 'silent')
    const subscriptions = new EventSubscriptions(options, inbox as unknown as Inbox, new Clock(), log)
    subscriptions.add(Fail, new Fail(), {} as never)
    const [consumer] = subscriptions.consumers()
    const envelope = { id: randomUUID(), type: photoSent.name, source: 'kappa', subject: 'a', time: '', data: {} }
    deliver = async () => consumer?.deliver(envelope)
  })

  it('is redelivered until its last attempt, then becomes a dead letter', async () => {
    failure = new Error('broken')
    for (let attempt = 1; attempt < 3; attempt++) await expect(deliver()).rejects.toThrow('broken')
    expect(inbox.deadLetters).toEqual([])
    await deliver()
    expect(inbox.deadLetters).toEqual([['Fail', 3]])
  })

  it('uses up no attempts while a dependency is unavailable', async () => {
    failure = new TransientError('the store is away')
    for (let attempt = 1; attempt < 5; attempt++) await expect(deliver()).rejects.toThrow()
    expect(inbox.deadLetters).toEqual([])
    expect(await inbox.beginAttempt()).toMatchObject({ attempts: 1 })
  })
})
