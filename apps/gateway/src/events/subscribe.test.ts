import { linkChanged, linkDeleted, linkRevoked } from '@daymark/contracts'
import type { Transport } from '@daymark/platform'
import { type Listeners, subscribe, subscribedTypes } from './subscribe.ts'

it('subscribes to exactly the events that nats-server lets it have', async () => {
  const asked: string[] = []
  const transport = { listen: async (types: string[]) => void asked.push(...types) }
  await subscribe(transport as unknown as Transport, {} as Listeners)
  expect(new Set(asked)).toEqual(new Set(subscribedTypes))
})

it('rule 33 asks again for what is under way, as a link may be open again when its end is heard of', async () => {
  const handlers = new Map<string, (event: object) => void>()
  const transport = {
    listen: async (types: string[], handle: (event: object) => void) => {
      for (const type of types) handlers.set(type, handle)
    },
  }
  const done: string[] = []
  const caches = { invalidate: () => undefined }
  const downloads = { end: () => done.push('end'), check: (id: string) => done.push(id) }
  const stream = { send: () => undefined }
  await subscribe(transport as unknown as Transport, { caches, downloads, stream } as unknown as Listeners)
  for (const type of [linkChanged, linkRevoked, linkDeleted])
    handlers.get(type.name)?.({ type: type.name, data: { linkId: type.name, active: false } })
  expect(done).toEqual([linkChanged.name, linkRevoked.name, linkDeleted.name])
})
