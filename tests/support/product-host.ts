/**
 * A process that runs the built product for the tests of one jest worker. It loads the services once and starts any number of products,
 * each with its own database, bus, store and clock; tests request them over HTTP (daymark.ts). Loading the services in every
 * test file would take longer than most tests.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { UploadSweep } from '@daymark/gateway'
import { type Class, type Job } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { startServices, type TestServices } from '@daymark/testing'
import { allServices } from './all-services.ts'

const products = new Map<string, TestServices>()
let started = 0

/** Calls for tests, in addition to the API of the product. Arguments and results are JSON. */
const calls = {
  settle: product => product.settle(),
  stop: product => product.stop(),
  advance: async (product, ms: number) => product.clock.advance(ms),
  jump: async (product, ms: number) => product.clock.jump(ms),
  hold: async product => product.clock.hold(),
  runJob: async (product, service: string, name: string) => {
    const job = allServices.find(one => one.name === service)?.jobs?.find(one => one.name === name)
    if (!job) throw new Error(`${service} has no job ${name}`)
    await product.runJob(service, job as Class<Job>)
  },
  listStore: async (product, prefix: string) => {
    const keys: string[] = []
    for await (const { key } of storeOf(product).list(prefix)) keys.push(key)
    return keys
  },
  putInStore: (product, key: string, base64: string) => storeOf(product).put(key, Buffer.from(base64, 'base64')),
  loseBroadcasts: async product => {
    const { listeners } = product.process.transport as unknown as { listeners: unknown[] }
    if (listeners.length === 0) throw new Error('no service listens to broadcasts')
    listeners.length = 0
  },
  sweepUploads: product => product.get('gateway', UploadSweep).sweep(),
  ops: async (product, service: string, path: string, query: string) => {
    const answer = product.process.services.find(({ name }) => name === service)?.ops()[path]
    return answer?.(new URLSearchParams(query))
  },
  publish: (product, event: { type: string; subject: string; data: unknown; id: string }) =>
    product.process.transport.publish({
      ...event,
      time: product.clock.now().toISOString(),
      source: event.type.split('.')[0] ?? '',
    }),
  rpc: (product, contract: never, input: never, actor: never) => product.rpc.call(contract, input, actor),
} satisfies Record<string, (product: TestServices, ...args: never[]) => Promise<unknown>>

const storeOf = (product: TestServices) => product.get('gateway', Storage as never as new () => Storage)

async function start(options: Parameters<typeof startServices>[1]) {
  const product = await startServices(allServices, options)
  const id = String(++started)
  products.set(id, product)
  const { url, env, storageDir } = product
  return { id, url, env, storageDir }
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const [, id = '', name = ''] = (request.url ?? '').split('/')
  const args = JSON.parse(await text(request)) as never[]
  if (id === 'start') return start(args[0])
  const product = products.get(id)
  if (!product) throw new Error(`there is no product ${id}`)
  if (name === 'stop') products.delete(id)
  return (calls[name as keyof typeof calls] as (product: TestServices, ...args: never[]) => Promise<unknown>)(
    product,
    ...args,
  )
}

const server = createServer((request, response) => {
  answer(request).then(
    result => response.end(JSON.stringify({ result })),
    error =>
      response.writeHead(500).end(JSON.stringify({ error: { ...error, message: error.message, stack: error.stack } })),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
// The run that started this process has ended, or was killed.
process.on('disconnect', () => process.exit())
