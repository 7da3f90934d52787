import { createServer } from 'node:net'
import { once } from 'node:events'
import { freePort } from '../src/servers/free-port.ts'

/** Ports that a given run and worker of `npm test` would choose. */
async function portsOf(run: string, worker: string): Promise<number[]> {
  const { env } = process
  const before = { run: env['DAYMARK_TEST_PORTS'], worker: env['JEST_WORKER_ID'] }
  Object.assign(env, { DAYMARK_TEST_PORTS: run, JEST_WORKER_ID: worker })
  try {
    return await Promise.all(Array.from({ length: 40 }, freePort))
  } finally {
    for (const [name, value] of [
      ['DAYMARK_TEST_PORTS', before.run],
      ['JEST_WORKER_ID', before.worker],
    ] as const)
      // prettier-ignore
      if (value === undefined) delete env[name]
      else env[name] = value
  }
}

it('workers of all runs choose different ports', async () => {
  const [first, second, other] = [await portsOf('0', '1'), await portsOf('0', '2'), await portsOf('1', '1')]
  expect(Math.max(...first)).toBeLessThan(Math.min(...second))
  expect(Math.max(...second)).toBeLessThan(Math.min(...other))
  expect(Math.max(...other)).toBeLessThan(32_000)
  expect(new Set([...first, ...second, ...other]).size).toBe(120)
})

it('a server can listen on a free port', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(server.address()).toMatchObject({ port })
  server.close()
})
