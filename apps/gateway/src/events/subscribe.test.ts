import { linkChanged, linkDeleted, linkRevoked } from '@daymark/contracts'
import type { Transport } from '@daymark/platform'
import { type Caches, subscribe, subscribedTypes } from './subscribe.ts'

it('subscribes to exactly the events that nats-server lets it have', async () => {
  const asked: string[] = []
  const transport = { listen: async (types: string[]) => void asked.push(...types) }
  await subscribe(transport as unknown as Transport, {} as Caches)
  expect(new Set(asked)).toEqual(new Set(subscribedTypes))
})

it('rule 33 asks again for what is under way, as a link may be open again when its end is heard of', async () => {
  const handlers = new Map<string, (event: object) => void>()
  const transport = {
    // the caches are the first to listen
    listen: async (types: string[], handle: (event: object) => void) => {
      for (const type of types) if (!handlers.has(type)) handlers.set(type, handle)
    },
  }
  const done: string[] = []
  const [media, addresses] = [{ dropLink: () => undefined }, { dropLink: () => undefined }]
  const downloads = { end: () => done.push('end'), check: (id: string) => done.push(id) }
  const studioPages = { drop: () => undefined }
  await subscribe(transport as unknown as Transport, { media, addresses, studioPages, downloads } as unknown as Caches)
  for (const type of [linkChanged, linkRevoked, linkDeleted])
    handlers.get(type.name)?.({ data: { linkId: type.name, active: false } })
  expect(done).toEqual([linkChanged.name, linkRevoked.name, linkDeleted.name])
})
