import { pollUntil } from '@daymark/testing/outside'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'

const COUNT = 60

// the memory bus has no server to kill
const overNats = process.env['DAYMARK_TEST_BUS'] === 'nats' ? describe : describe.skip
overNats('nats-server killed and restarted under load', () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('requests fail with 503 while it is down, and no acknowledged upload is lost', async () => {
    place = await install('nats')
    const user = await place.photographer()
    const queue = await pictures(COUNT)
    const acknowledged = new Set<string>()
    const statuses = new Set<number>()
    const client = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const headers = { 'idempotency-key': randomUUID() }
        for (let status = 0; status !== 201 && status !== 200;) {
          const answer = await user.upload<http.Image>('/api/images', next, { headers })
          status = answer.status
          statuses.add(status)
          if (status === 201 || status === 200) acknowledged.add(answer.body.id)
          else await delay(200)
        }
      }
    }
    const clients = Promise.all([client(), client(), client()])
    for (let kill = 0; kill < 3; kill++) {
      await delay(1500)
      await place.nats?.kill()
      await delay(1000)
      await place.nats?.restart()
    }
    await clients
    expect([...statuses].filter(s => s !== 200 && s !== 201 && s !== 503)).toEqual([])
    expect(acknowledged.size).toBe(COUNT)
    await pollUntil('every photo is processed', async () => {
      const { body } = await user.get<http.ImageList>('/api/images?limit=1000')
      return body.total === COUNT && body.images.every(i => i.processing_status === 'completed')
    })
    await pollUntil('all events and jobs are done', async () => (await place.pendingWork()) === 0)
  })
})
